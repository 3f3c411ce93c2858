from pbem.engine.playtest import registered
from pbem_maria.playtest import PLAYTEST

registered["maria"] = PLAYTEST
