"""Congestion Pool: the house rules as a state machine, one idea a file, clause ids (CP-...) beside the predicates."""
