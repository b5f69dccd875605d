"""Ball sets, the classifier and its weights, and the drawn table that trains it and tests everything."""
