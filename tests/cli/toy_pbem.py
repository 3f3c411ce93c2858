"""The command line with the toy rules, as a process of its own: `python -m tests.cli.toy_pbem COMMAND...`."""

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import RULESETS

if __name__ == "__main__":
    main(obj=Host(rulesets=RULESETS))
