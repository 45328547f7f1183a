import { isEnd, isWorthResuming } from "#app/features/playback/playback.ts";
import { accessibleMs, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import { cutMix } from "./compose-mix.ts";
import type { MixLength, MixReason } from "./daily-mix.ts";

/** A track of the day, as it was chosen. */
interface ChosenTrack {
  reason: MixReason;
  /** Where the member had left it. */
  leftAtMs: number;
  /** How much of it the member hears, from its beginning. */
  hearsMs: number;
}

/** The member's history of the track. */
interface Listened {
  positionMs: number;
  isHeard: boolean;
  at: Date;
}

export interface MixProgress {
  /** As of now: what was begun today is half heard, too. */
  reason: MixReason;
  /** To the end, since the day began. */
  isHeard: boolean;
  /** Where to go on; 0 for the beginning. */
  fromMs: number;
  /** Left to hear; 0 if heard. */
  remainingMs: number;
}

/**
 * What the member has heard of a track of 今日の無限 whose day began at `dayStart`. Null if it was half heard and the history is
 * deleted since: nothing is known of it any more.
 */
function progressOf(
  { reason, leftAtMs, hearsMs }: ChosenTrack,
  { listened, dayStart }: { listened: Listened | null; dayStart: Date },
): MixProgress | null {
  if (reason === "resume" && !listened) return null;
  // What is liked was heard long before the day; the others were unheard then, or left half heard.
  const isOfToday = listened !== null && (reason !== "again" || listened.at >= dayStart);
  if (!isOfToday) return { reason, isHeard: false, fromMs: leftAtMs, remainingMs: hearsMs - leftAtMs };
  const [position, duration] = [listened.positionMs / 1000, hearsMs / 1000];
  const wasUnheard = reason !== "resume" && reason !== "again";
  if ((wasUnheard && listened.isHeard) || isEnd(position, duration))
    return { reason, isHeard: true, fromMs: 0, remainingMs: 0 };
  const goesOnAtMs = isWorthResuming(position, duration) ? listened.positionMs : 0;
  return {
    reason: goesOnAtMs > 0 ? "resume" : reason,
    isHeard: false,
    fromMs: goesOnAtMs,
    remainingMs: hearsMs - goesOnAtMs,
  };
}

type MixRow = Omit<ChosenTrack, "hearsMs"> & {
  userId: string;
  isPremiumOnly: boolean;
  durationMs: number;
  listened: Listened | null;
};

/**
 * The day's tracks that fit into `minutes` (`cutMix`) as they were chosen, so that they stay the same all day, with what the member
 * has heard of them since.
 */
export function showMix<Row extends MixRow>(
  rows: readonly Row[],
  { viewer, minutes, dayStart }: { viewer: TrackViewer; minutes: MixLength; dayStart: Date },
): (Row & MixProgress & { lengthMs: number })[] {
  const known = rows.flatMap((row) => {
    const hearsMs = accessibleMs(viewer, row);
    const progress = progressOf({ ...row, hearsMs }, { listened: row.listened, dayStart });
    const lengthMs = hearsMs - row.leftAtMs;
    return progress && lengthMs > 0 ? [{ row, progress, lengthMs, userId: row.userId }] : [];
  });
  return cutMix(known, minutes).map(({ row, progress, lengthMs }) => ({ ...row, ...progress, lengthMs }));
}

/** Where to go on: the first track that is not heard; null if all are. */
export const firstUnheard = <Item extends { isHeard: boolean }>(items: readonly Item[]): Item | null =>
  items.find(({ isHeard }) => !isHeard) ?? null;
