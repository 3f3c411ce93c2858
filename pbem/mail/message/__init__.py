"""One received email, understood before anyone asks whose it is."""
