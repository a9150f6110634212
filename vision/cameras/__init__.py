"""Real cameras: a Raspberry Pi's own and USB ones, each back by itself after it was lost."""
