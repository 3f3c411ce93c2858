from tests.servers.names import names

__all__ = ["names"]
