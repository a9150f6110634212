"""What lies on the board: things seen as one, chips among them, and dice as dark as their shadows."""
