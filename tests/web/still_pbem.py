"""The command line with a clock that does not go, so that what is told of times depends on nothing else."""

from datetime import timedelta

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import START

if __name__ == "__main__":
    main(obj=Host(clock=lambda: START + timedelta(days=20)))
