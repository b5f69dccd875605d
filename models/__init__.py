"""Ball sets, the classifier and its weights, and the drawn table that trains it and tests everything."""

import os

# Nothing leaves the machine. onnxruntime's wheels tell their maker what they run, from the moment of their import, and
# keep an identifier in the user's folder. This is their switch against it; it has to be set before.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
