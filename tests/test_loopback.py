"""The tests' own rule: nothing leaves this machine."""

import socket

import pytest


def test_a_connection_beyond_loopback_is_refused() -> None:
    with socket.socket() as outside, pytest.raises(PermissionError, match="beyond loopback"):
        outside.connect(("192.0.2.1", 80))


def test_loopback_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as inside:
        inside.connect(server.getsockname())
        assert inside.getpeername() == server.getsockname()
