"""Builds: units, generals, Squadrons, Flags, the Regroup box, Refit markers, Foreign Wars (7)."""
