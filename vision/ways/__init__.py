"""The ways in which dice may lie, and which of them stand together."""
