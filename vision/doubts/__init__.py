"""What is in doubt about the dice that were chosen: whether they lie, lean, or stand on another."""
