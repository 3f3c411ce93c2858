"""Diplomacy: the Diplomatic Track, alliances, Camps, declarations of war, Armistices (8, 17.2)."""
