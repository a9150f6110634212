"""Dice as cubes in the picture: how they stand, fitted to outline and pips, and pips as exact points."""
