import { separateAuthors } from "#app/features/tracks/list/separate-authors.ts";
import type { MixReason } from "./daily-mix.ts";

export interface MixCandidate {
  id: number;
  userId: string;
  remainingMs: number;
  fromMs: number;
}

interface MixChoice extends MixCandidate {
  reason: MixReason;
}

const turns = ["resume", "followed", "discovery", "saved", "playlist"] as const;

/**
 * Chooses up to `totalMs` from each reason's candidates, best first: reasons take turns, no track comes twice, and no author
 * twice in a row while another is left.
 */
export function composeMix(
  candidates: Readonly<Record<MixReason, readonly MixCandidate[]>>,
  totalMs: number,
): MixChoice[] {
  const chosen: MixChoice[] = [];
  const used = new Set<number>();
  let lengthMs = 0;
  const take = (reason: MixReason, isAnyAuthor: boolean): boolean => {
    const last = chosen.at(-1)?.userId;
    const next = candidates[reason].find(
      ({ id, userId }) => !used.has(id) && (isAnyAuthor || userId !== last),
    );
    if (!next) return false;
    used.add(next.id);
    chosen.push({ ...next, reason });
    lengthMs += next.remainingMs;
    return true;
  };
  const takeFirst = (order: readonly MixReason[]) =>
    [false, true].some((isAnyAuthor) =>
      [...order, "again" as const].some((reason) => take(reason, isAnyAuthor)),
    );
  for (let turn = 0; lengthMs < totalMs; turn++) {
    const at = turn % turns.length;
    if (!takeFirst([...turns.slice(at), ...turns.slice(0, at)])) break;
  }
  return chosen;
}

/**
 * The day's tracks that fit into `minutes`, in order, skipping those that don't: less is missing than the shortest track left.
 * If none fits, the first one. Avoids two in a row by one author.
 */
export function cutMix<Item extends { userId: string; lengthMs: number }>(
  items: readonly Item[],
  minutes: number,
): Item[] {
  let leftMs = minutes * 60_000;
  const fitting = items.filter(({ lengthMs }) => {
    if (lengthMs > leftMs) return false;
    leftMs -= lengthMs;
    return true;
  });
  return fitting.length > 0 ? separateAuthors(fitting) : items.slice(0, 1);
}
