"""The network that reads balls: crops in, a calibrated probability for every label out."""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import Any, Final

import numpy as np
import onnxruntime as ort
from numpy.typing import ArrayLike, NDArray

from callshot.models.faces import FACES, OUTPUTS, WHAMMY_SHADES
from callshot.models.normalise import Image, cut, white_of, whitened

Floats = NDArray[np.float64]

WEIGHTS: Final = "balls.onnx"


class Classifier:
    """Runs the shipped network on one thread. `digest` names its weights in the session record."""

    def __init__(self, weights: bytes | None = None, whammies: bool = True) -> None:
        """weights: an ONNX model; the shipped one if not given.

        whammies: whether a pink may be the orange one and a brown the maroon one of Congestion's whammies.
        """
        data = resources.files("callshot.models").joinpath(WEIGHTS).read_bytes() if weights is None else weights
        self.digest = hashlib.sha256(data).hexdigest()[:16]
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._whammies = whammies
        self._session: Any = ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])

    @property
    def record(self) -> dict[str, str]:
        """Name and digest, for the session record."""
        return {"name": WEIGHTS, "digest": self.digest}

    def scores(self, crops: Image) -> Floats:
        """(n, 40, 40, 3) whitened crops -> (n, labels) scores in the order of FACES; a softmax makes probabilities."""
        if not len(crops):
            return np.empty((0, len(FACES)))
        return faces_of(self.outputs(crops), self._whammies)

    def outputs(self, crops: Image) -> Floats:
        """(n, 40, 40, 3) whitened crops -> (n, outputs) scores as the network gives them."""
        x = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32)
        return np.asarray(self._session.run(None, {"crops": x})[0], np.float64)

    def look(
        self, image: Image, centres_px: ArrayLike, radii_px: ArrayLike, white_bgr: ArrayLike | None = None,
        quarters: int = 0,
    ) -> Floats:  # fmt: skip
        """Balls in a frame -> (n, labels) log probabilities, every label equally likely beforehand.

        white_bgr: what a white ball looks like under this light, (3,) or at each ball (n, 3); estimated from these
            balls if not given. quarters: turns of the crops, by which the same ball is read another way.
        """
        crops = cut(image, centres_px, radii_px)
        white = white_of(crops) if white_bgr is None else white_bgr
        turned = np.rot90(whitened(crops, white), quarters, axes=(1, 2))
        return log_softmax(self.scores(np.asarray(turned, np.uint8)))


def faces_of(outputs: Floats, whammies: bool) -> Floats:
    """(n, outputs) scores -> (n, labels) scores: each name's two shades as one, or its snooker shade alone."""
    faces = outputs[:, : len(FACES)].copy()
    if whammies and outputs.shape[1] == len(OUTPUTS):
        for label, shade in WHAMMY_SHADES.items():
            k = FACES.index(label)
            # either shade is as likely beforehand, and the name no likelier than others for having two
            faces[:, k] = np.logaddexp(outputs[:, k], outputs[:, OUTPUTS.index(shade)]) - np.log(2.0)
    return faces


def log_softmax(scores: Floats) -> Floats:
    """(n, k) scores -> (n, k) log probabilities."""
    shifted = scores - scores.max(axis=1, keepdims=True) if len(scores) else scores
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)
