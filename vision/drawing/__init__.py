"""What was seen and why, drawn for people."""
