"""What in a picture is looked at as a body: found, cut, drawn anew, or left to a person."""
