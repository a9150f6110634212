"""Runs under MicroPython: reads the host's frames and answers each with the message it understood, as a board frame."""

import sys

import protocol

for line in sys.stdin.buffer:
    sequence, message = protocol.decode(protocol.FROM_HOST, line)
    sys.stdout.buffer.write(protocol.encode(protocol.FROM_BOARD, sequence, message))
