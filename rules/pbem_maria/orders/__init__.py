"""What players can order; each sheet is one order."""
