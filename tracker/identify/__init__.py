"""Which ball is which: what each shows, summed over looks, and what the set allows, for all balls at once."""
