"""Political shifts: Saxony, neutrality, peace, reduced objectives (19)."""
