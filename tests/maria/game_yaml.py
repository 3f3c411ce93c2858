"""A game of Maria for three by mail, as its moderator writes it."""

_GAME_YAML = """\
game: NAME
rules: maria
settings: {scenario: SCENARIO}
moderator: {name: Mo, address: mo@example.org}
seats:
  maria-theresa: {player: Anna, address: anna@example.org}
  frederick: {player: Ben, address: ben@example.org}
  louis: {player: Chloe, address: chloe@example.org}
mail: {from: game@example.org, in: {folder: in}, out: {folder: out}}
pictures: none
deadlines: {zone: Europe/Vienna, at: ["Wednesday 20:00", "Sunday 20:00"], notice: 48 hours}
"""


def game_yaml(name: str, scenario: str = "introductory") -> str:
    """The game.yaml of a game called *name*."""
    return _GAME_YAML.replace("NAME", name).replace("SCENARIO", scenario)
