import { separateAuthors } from "#app/features/tracks/list/separate-authors.ts";
import type { MixReason } from "./daily-mix.ts";

/** A track that may be in a mix. */
export interface MixCandidate {
  id: number;
  userId: string;
  /** What is left to hear of it. */
  remainingMs: number;
  fromMs: number;
}

interface MixChoice extends MixCandidate {
  reason: MixReason;
}

/** The order in which the reasons take turns. `again` only fills up. */
const turns = ["resume", "followed", "discovery", "saved", "playlist"] as const;

/**
 * Chooses from the candidates of each reason, the best first, until their length is `totalMs`: the reasons take turns, a track is
 * chosen once, and no two in a row are by one author while anybody else's is left.
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
  /** One of the first reason, in this order, that has one. */
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
 * As many of a day's tracks, in their order, as fit into `minutes`: what does not fit is passed over, so that less is missing than
 * the shortest track that is left. The first, where none fits. No two in a row by one author, where that can be avoided.
 */
export function cutMix<Item extends { userId: string; remainingMs: number }>(
  items: readonly Item[],
  minutes: number,
): Item[] {
  let leftMs = minutes * 60_000;
  const fitting = items.filter(({ remainingMs }) => {
    if (remainingMs > leftMs) return false;
    leftMs -= remainingMs;
    return true;
  });
  return fitting.length > 0 ? separateAuthors(fitting) : items.slice(0, 1);
}
