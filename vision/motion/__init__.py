"""What moves in the small picture: the whole board, and every thing on it."""
