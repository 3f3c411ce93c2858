"""What a sheet can say: typed orders, read from YAML and written back, for any position (house rules, part 2)."""
