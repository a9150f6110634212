"""Reading dice in any photo, without calibration."""
