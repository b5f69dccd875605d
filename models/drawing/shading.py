"""The kernels that draw balls: the face in its own frame, light on a sphere, and the shadow it throws on the cloth."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.compiled import compiled

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


@compiled
def _face(x: float, y: float, z: float, look: Floats32, dots: Floats32, glyph: Floats32, out: Floats) -> None:
    """Reflectance at the unit vector (x, y, z) of the ball's own frame, into out (3,)."""
    band = look[6]
    k = 0
    if band > 0:
        az = abs(z)
        if az < band:
            k = 3
        elif az < band + look[7]:
            k = 8
    out[0], out[1], out[2] = look[k], look[k + 1], look[k + 2]
    if look[24] <= 1.0:
        for i in range(dots.shape[0]):
            if dots[i, 0] * x + dots[i, 1] * y + dots[i, 2] * z > look[24]:
                out[0], out[1], out[2] = look[25], look[26], look[27]
    ax = abs(x)
    if look[23] > 1.5 or x > 0:
        if ax > look[11]:
            out[0], out[1], out[2] = look[12], look[13], look[14]
            # on the disc: the number, upright with the band level, not mirrored on either side
            s = 0.5 / look[28]
            u = (y if x > 0 else -y) * s + 0.5
            v = 0.5 - z * s
            size = glyph.shape[0]
            gx, gy = u * size - 0.5, v * size - 0.5
            x0, y0 = math.floor(gx), math.floor(gy)
            if x0 >= 0 and y0 >= 0 and x0 < size - 1 and y0 < size - 1:
                fx, fy = gx - x0, gy - y0
                ink = (glyph[y0, x0] * (1 - fx) + glyph[y0, x0 + 1] * fx) * (1 - fy) + (
                    glyph[y0 + 1, x0] * (1 - fx) + glyph[y0 + 1, x0 + 1] * fx
                ) * fy
                for c in range(3):
                    out[c] = out[c] * (1 - ink) + look[15 + c] * ink
        if look[19] <= 1.0 and ax < look[18] and ax > look[19]:
            out[0], out[1], out[2] = look[20], look[21], look[22]


@compiled
def draw_ball(
    image: Floats32,
    where: NDArray[np.uint8],
    centres_px: Floats,
    px_from_unit: Floats,
    basis: Floats,
    turns: Floats,
    positions: Floats,
    look: Floats32,
    dots: Floats32,
    glyph: Floats32,
    panels: Floats,
    points: Floats,
    ambient: Floats,
    cloth: Floats,
    gloss: float,
    rough: float,
    neighbours: Floats,
    radius: float,
    fine: int,
) -> None:
    """Draw one ball into a linear RGB image.

    centres_px, turns (3, 3), positions: one a sub-exposure. px_from_unit: (2, 2) image offset of one ball radius along
    the first two rows of `basis` (3, 3: across, across, towards the camera; table frame). where: material of the
    plate; a ball that is below the bed shows only where that is a pocket (2). neighbours (k, 3): centres that take
    light away. rough: softness of the highlight's edge, in lamp sizes.
    """
    subs = centres_px.shape[0]
    det = px_from_unit[0, 0] * px_from_unit[1, 1] - px_from_unit[0, 1] * px_from_unit[1, 0]
    i00, i01 = px_from_unit[1, 1] / det, -px_from_unit[0, 1] / det
    i10, i11 = -px_from_unit[1, 0] / det, px_from_unit[0, 0] / det
    reach = (
        math.sqrt(
            max(px_from_unit[0, 0] ** 2 + px_from_unit[0, 1] ** 2, px_from_unit[1, 0] ** 2 + px_from_unit[1, 1] ** 2)
        )
        + 1.5
    )
    x_lo = max(0, int(centres_px[:, 0].min() - reach))
    x_hi = min(image.shape[1] - 1, int(centres_px[:, 0].max() + reach) + 1)
    y_lo = max(0, int(centres_px[:, 1].min() - reach))
    y_hi = min(image.shape[0] - 1, int(centres_px[:, 1].max() + reach) + 1)
    albedo = np.zeros(3)
    wx, wy, wz = basis[2, 0], basis[2, 1], basis[2, 2]
    total = subs * fine * fine
    for py in range(y_lo, y_hi + 1):
        for px in range(x_lo, x_hi + 1):
            hits = 0
            r_sum = g_sum = b_sum = 0.0
            for s in range(subs):
                below = positions[s, 2] < radius * 0.6
                if below and where[py, px] != 2:
                    continue
                for a in range(fine):
                    for b in range(fine):
                        ox = px + (a + 0.5) / fine - 0.5 - centres_px[s, 0]
                        oy = py + (b + 0.5) / fine - 0.5 - centres_px[s, 1]
                        u = i00 * ox + i01 * oy
                        v = i10 * ox + i11 * oy
                        uv = u * u + v * v
                        if uv >= 1.0:
                            continue
                        hits += 1
                        q = math.sqrt(1.0 - uv)
                        nx = u * basis[0, 0] + v * basis[1, 0] + q * wx
                        ny = u * basis[0, 1] + v * basis[1, 1] + q * wy
                        nz = u * basis[0, 2] + v * basis[1, 2] + q * wz
                        t = turns[s]
                        _face(
                            t[0, 0] * nx + t[1, 0] * ny + t[2, 0] * nz,
                            t[0, 1] * nx + t[1, 1] * ny + t[2, 1] * nz,
                            t[0, 2] * nx + t[1, 2] * ny + t[2, 2] * nz,
                            look, dots, glyph, albedo,
                        )  # fmt: skip
                        sx = positions[s, 0] + radius * nx
                        sy = positions[s, 1] + radius * ny
                        sz = positions[s, 2] + radius * nz
                        open_sky = 1.0
                        for k in range(neighbours.shape[0]):
                            dx, dy, dz = neighbours[k, 0] - sx, neighbours[k, 1] - sy, neighbours[k, 2] - sz
                            dd = dx * dx + dy * dy + dz * dz
                            c = (dx * nx + dy * ny + dz * nz) / math.sqrt(dd)
                            if c > 0:
                                open_sky *= 1.0 - 0.8 * c * min(1.0, radius * radius / dd)
                        up = 0.5 + 0.5 * nz
                        lr = ambient[0] * up + cloth[0] * (1 - up) * 0.8
                        lg = ambient[1] * up + cloth[1] * (1 - up) * 0.8
                        lb = ambient[2] * up + cloth[2] * (1 - up) * 0.8
                        lr, lg, lb = lr * open_sky, lg * open_sky, lb * open_sky
                        for k in range(points.shape[0]):
                            dx, dy, dz = points[k, 0] - sx, points[k, 1] - sy, points[k, 2] - sz
                            dd = dx * dx + dy * dy + dz * dz
                            nl = dx * nx + dy * ny + dz * nz
                            if nl > 0 and dz > 0:
                                e = nl * dz / (dd * dd)
                                lr += points[k, 3] * e
                                lg += points[k, 4] * e
                                lb += points[k, 5] * e
                        # mirror: the lamps, the cloth below, a dim room, all through Schlick's Fresnel term
                        vn = q
                        fresnel = gloss * (0.04 + 0.96 * (1 - vn) ** 5)
                        rx, ry, rz = 2 * vn * nx - wx, 2 * vn * ny - wy, 2 * vn * nz - wz
                        mr = mg = mb = 0.0
                        if rz > 0.05:
                            mr, mg, mb = ambient[0] * 0.5, ambient[1] * 0.5, ambient[2] * 0.5
                            for k in range(panels.shape[0]):
                                reach_z = (panels[k, 2] - sz) / rz
                                hx = sx + rx * reach_z - panels[k, 0]
                                hy = sy + ry * reach_z - panels[k, 1]
                                pu = (hx * panels[k, 5] + hy * panels[k, 6]) / panels[k, 3]
                                pv = (-hx * panels[k, 6] + hy * panels[k, 5]) / panels[k, 4]
                                m = math.sqrt(pu * pu + pv * pv) if panels[k, 10] > 0.5 else max(abs(pu), abs(pv))
                                if m < 1 + rough:
                                    g = 1.0 if m < 1 - rough else (1 + rough - m) / (2 * rough)
                                    mr += g * panels[k, 7]
                                    mg += g * panels[k, 8]
                                    mb += g * panels[k, 9]
                        elif rz < 0:
                            mr, mg, mb = cloth[0], cloth[1], cloth[2]
                        dim = 1.0
                        if positions[s, 2] < radius:
                            # in the pocket the light falls away with the depth
                            dim = max(0.08, 1.0 - (radius - positions[s, 2]) / (3.0 * radius))
                        r_sum += dim * (albedo[0] * lr * (1 - fresnel) + fresnel * mr)
                        g_sum += dim * (albedo[1] * lg * (1 - fresnel) + fresnel * mg)
                        b_sum += dim * (albedo[2] * lb * (1 - fresnel) + fresnel * mb)
            if hits:
                cover = hits / total
                image[py, px, 0] = image[py, px, 0] * (1 - cover) + r_sum / total
                image[py, px, 1] = image[py, px, 1] * (1 - cover) + g_sum / total
                image[py, px, 2] = image[py, px, 2] * (1 - cover) + b_sum / total


@compiled
def shade_cloth(
    image: Floats32,
    where: NDArray[np.uint8],
    to_table: Floats,
    origin: Floats,
    x_lo: int,
    y_lo: int,
    ball: Floats,
    points: Floats,
    ambient: float,
    radius: float,
) -> None:
    """Darken the cloth round one ball: the lamps' shadows and the light that the ball keeps from the cloth.

    to_table: (h, w, 2) cloth point of every pixel of the window that starts at (x_lo, y_lo). ball: (3,) centre.
    """
    rr = radius * radius
    for j in range(to_table.shape[0]):
        for i in range(to_table.shape[1]):
            if where[y_lo + j, x_lo + i] != 0:
                continue
            x, y = to_table[j, i, 0], to_table[j, i, 1]
            lit = 0.0
            full = 0.0
            for k in range(points.shape[0]):
                dx, dy, dz = points[k, 0] - x, points[k, 1] - y, points[k, 2]
                dd = dx * dx + dy * dy + dz * dz
                e = dz * dz / (dd * dd)
                full += e
                # distance of the ray cloth -> lamp from the ball's centre
                bx, by, bz = ball[0] - x, ball[1] - y, ball[2]
                s = (bx * dx + by * dy + bz * dz) / dd
                ox, oy, oz = bx - s * dx, by - s * dy, bz - s * dz
                o = math.sqrt(ox * ox + oy * oy + oz * oz) / radius
                soft = 0.12 + 0.10 * math.sqrt(bx * bx + by * by + bz * bz) / radius
                open_ = (o - 1.0) / soft + 0.5
                lit += e * min(1.0, max(0.0, open_))
            bx, by = ball[0] - x, ball[1] - y
            dd = bx * bx + by * by + ball[2] * ball[2]
            sky = 1.0 - ball[2] / math.sqrt(dd) * min(1.0, rr / dd)
            share = ambient * sky + (1 - ambient) * (lit / full if full > 0 else 1.0)
            image[y_lo + j, x_lo + i, 0] *= share
            image[y_lo + j, x_lo + i, 1] *= share
            image[y_lo + j, x_lo + i, 2] *= share
