"""The printed board of `callshot lens`: a ChArUco board as a PDF of plain rectangles, sharp at any size."""

from __future__ import annotations

import cv2
import numpy as np

COLUMNS, ROWS = 7, 9
SQUARE_MM = 26.0
# A marker fills six of a square's eight modules, so that the whole board lies on one grid of equal modules.
MODULES = 8
MARKER_MM = SQUARE_MM * 6 / MODULES
POINTS_PER_MM = 72 / 25.4
PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board that is printed and looked for."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, words)


def board_modules() -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """(rows, columns) of modules, True where black."""
    drawn = charuco_board().generateImage((COLUMNS * MODULES, ROWS * MODULES), marginSize=0, borderBits=1)
    return np.asarray(drawn) < 128


def board_pdf(paper: str = "a4") -> bytes:
    """A one-page PDF of the board at true size, with a ruler to check the print by."""
    width, height = PAPERS_MM[paper]
    module = SQUARE_MM / MODULES
    black = board_modules()
    left = (width - black.shape[1] * module) / 2
    bottom = (height - black.shape[0] * module) / 2 + 4
    draw = ["0 g"]
    for row, line in enumerate(black):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            y = bottom + (black.shape[0] - 1 - row) * module
            draw.append(_rectangle(left + start * module, y, (end - start) * module, module))
    draw.append(_rectangle(width / 2 - 50, bottom - 9, 100, 0.6))
    for x in (width / 2 - 50, width / 2 + 49.6):
        draw.append(_rectangle(x, bottom - 11, 0.4, 4.6))
    text = "callshot lens: print at 100 %, glue flat on a stiff board; the ruler is 100 mm long"
    draw.append(
        f"BT /F1 8 Tf {(width / 2 - 50) * POINTS_PER_MM:.2f} {(bottom - 15) * POINTS_PER_MM:.2f} Td ({text}) Tj ET"
    )
    return _pdf("\n".join(draw).encode("ascii"), width * POINTS_PER_MM, height * POINTS_PER_MM)


def _rectangle(x: float, y: float, w: float, h: float) -> str:
    return " ".join(f"{v * POINTS_PER_MM:.4f}" for v in (x, y, w, h)) + " re f"


def _pdf(content: bytes, width: float, height: float) -> bytes:
    """The smallest PDF 1.4 that shows a content stream on one page."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 4 0 R "
        f"/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
