"""What a ball can do, and what a detector can: the physical limits that following balls rests on."""

from __future__ import annotations

from typing import Final

# Sliding friction on cloth is 0.15 to 0.4 of g at most: nothing but a hit changes a speed faster.
SLIDE_MMPS2: Final = 3500.0
# A hard break starts at 11 to 13 m/s.
FASTEST_MMPS: Final = 14000.0
# A position seen at rest wanders less than this with a fair detector; the covariance it gives may be optimistic.
SEEN_SIGMA_MM: Final = 1.5
# Below this a ball counts as resting: a rolling ball slower than that stops within 2 mm.
REST_MMPS: Final = 15.0
REST_SPAN_MM: Final = 2.5
# So long, and in so many sights, it must have lain there: a ruling waits for it.
REST_S: Final = 0.15
REST_SIGHTS: Final = 4
# A streak whose half length is more than this shows cloth through the ball.
STREAK_MM: Final = 10.0
# Sigma of a streak's middle, in its half lengths.
STREAK_SHARE: Final = 0.12
# A new thing has to be seen this often, over this long, before it is a ball.
BIRTH_SIGHTS: Final = 3
BIRTH_S: Final = 0.10
# How fast a ball that appears out of nowhere may be going.
BIRTH_SPEED_MMPS: Final = 2500.0
# A ball that nothing covers and nobody has seen for so long has left the bed.
GONE_S: Final = 0.8
# Rubber gives back 0.6 to 0.9 of the speed along its normal.
CUSHION_RESTITUTION: Final = 0.8
