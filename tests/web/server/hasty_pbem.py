"""The command line with the toy rules and a server that waits for no one: a fraction of a second for each request."""

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.web.server.app import PatientProtocol
from tests.toy.game import RULESETS

if __name__ == "__main__":
    PatientProtocol.header = 0.3
    PatientProtocol.whole = 0.3
    main(obj=Host(rulesets=RULESETS))
