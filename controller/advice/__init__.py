"""What to do best: exact optimal play, computed from the rules engines."""
