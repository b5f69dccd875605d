// Fouls in a row where a third is punished only after a warning (9-ball, 14.1): who has been warned of two.

const WARNING = /^WARN\((.*),two_fouls\)$/s;

/** Whether the game has the duty to warn a player on two fouls. */
export const hasToWarn = (game) => /^(9ball|141)-/.test(game ?? "");

/** Who is warned (null: nobody) after a ruling, where `before` was: its log says it, and a run that ended needs none. */
export function warnedAfter(before, ruling) {
  const now = (ruling?.log ?? []).map((token) => WARNING.exec(token)?.[1]).findLast(Boolean) ?? before;
  return (ruling?.score?.[now]?.fouls ?? 2) >= 2 ? now : null;
}
