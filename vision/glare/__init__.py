"""Faces in the mirror image of a lamp: what of their pips is left, and how it is read."""
