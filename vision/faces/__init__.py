"""Faces as pips: the six patterns, and which squares of a picture show one."""
