"""Congestion Pool: 57 balls, six whammies, secret peas."""
