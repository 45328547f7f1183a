import { randomUUID } from "node:crypto";
import { and, count, eq, gt, notInArray } from "drizzle-orm";
import type { Harm } from "#app/engines/harm/harm.ts";
import { labelNames } from "#app/engines/script/categories.ts";
import { isOfficial } from "#app/features/accounts/account.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, Forbidden, LimitReached } from "#app/features/domain-error.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTakedowns } from "#app/features/tracks/moderation/find-takedowns.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { relabelTrack } from "#app/features/tracks/server/label-track.server.ts";
import { lockEditedTrack } from "#app/features/tracks/server/locks.server.ts";
import { labelsOfTracks, writeSearchTexts } from "#app/features/tracks/server/reindex-tracks.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { soundFields, trackCorrections, tracks } from "#db/schema/index.ts";
import { judgePassages } from "../../server/judge-harm.server.ts";
import { takeDownForReview } from "../../server/take-down-for-review.server.ts";
import { recordCorrection } from "../start-correction.server.ts";
import {
  headingChanges,
  headingMessages,
  maxHeadingChangesPerDay,
  type TrackHeading,
} from "./heading-edit.ts";

export interface HeadingEditPage {
  track: TrackHeading & { id: number; path: string; coverSeed: number };
  /** Of changes; the form names it. */
  version: number;
  obstacle: string | null;
}

/** Throws `NotFound`, `Forbidden`. */
export async function loadHeadingEdit(o: {
  viewer: NonNullable<TrackViewer>;
  trackId: number;
}): Promise<HeadingEditPage> {
  const { viewer, trackId } = o;
  const track = await findTrack(o);
  if (track.userId !== viewer.id) throw new Forbidden();
  const { heading, coverSeed, version } = await readHeading(primary, trackId);
  const takedowns = await findTakedowns({ viewer, trackIds: [trackId] });
  return {
    track: { ...heading, id: trackId, path: trackPath(track), coverSeed: coverSeed ?? trackId },
    version,
    obstacle: takedowns.has(trackId) ? headingMessages.takenDown : null,
  };
}

/**
 * Changes a published track's title, description, labels and cover, and records each change. A harmful title or description
 * takes the track down until an operator looks; other new words are queued for operators. Idempotent. Throws `NotFound`,
 * `Forbidden`, `Conflict` (taken down, or changed on another page), `LimitReached`.
 *
 * @returns whether the track is taken down
 */
export async function editHeading(o: {
  viewer: { id: string };
  /** The operator who does it for the official account. */
  actor?: Actor;
  trackId: number;
  heading: TrackHeading;
  version: number;
  now?: Date;
}): Promise<{ isTakenDown: boolean }> {
  const { viewer, actor, trackId, version, now = new Date() } = o;
  const shown = await readHeading(primary, trackId);
  const harms = isOfficial(viewer.id) ? [] : await judgeChanges(shown.heading, o.heading, viewer.id);
  return write(async (tx) => {
    const author = await lockMember(tx, viewer.id);
    const { takenDownAt } = await lockEditedTrack(tx, { editor: { viewer }, trackId });
    if (takenDownAt !== null) throw new Conflict(headingMessages.takenDown);
    const current = await readHeading(tx, trackId);
    const labels = orderLabels(current.heading.labels, o.heading.labels);
    const heading = { ...o.heading, labels };
    const changes = headingChanges(current.heading, heading);
    if (changes.length === 0) return { isTakenDown: false };
    // Changed since the judgement: refused.
    if (current.version !== version || shown.version !== version) throw new Conflict(headingMessages.stale);
    await requireFewChanges(tx, { trackId, added: changes.length, now });
    const fields = new Set(changes.map(({ field }) => field));
    const { title, description, coverVariant } = heading;
    await tx.update(tracks).set({ title, description, coverVariant }).where(eq(tracks.id, trackId));
    if (fields.has("labels")) await relabelTrack(tx, trackId, labels);
    await tx.insert(trackCorrections).values(
      changes.map((change) => ({
        ...change,
        ...{ id: randomUUID(), trackId, line: 0, progress: 100, createdAt: now, correctedAt: now },
        state: "completed" as const,
      })),
    );
    if (fields.size > 1 || !fields.has("cover"))
      await writeSearchTexts(tx, { author: author.name, trackIds: [trackId] });
    if (isOfficial(viewer.id)) {
      if (actor)
        await recordCorrection(tx, {
          actor,
          trackId,
          changed: changes.map(({ field }) => ({ field, line: null })),
          now,
        });
      return { isTakenDown: false };
    }
    const isTakenDown = await takeDownForReview(tx, { trackId, title, harms, now });
    if (fields.has("title") || fields.has("description"))
      await queueForReview(tx, { trackId, cause: "corrected", harms: [...harms], now });
    return { isTakenDown };
  });
}

/** Keeps the track's order, since the first label colours the cover, and labels that no form offers. */
function orderLabels(before: readonly string[], ticked: readonly string[]): string[] {
  const offered: readonly string[] = labelNames;
  const kept = before.filter((name) => ticked.includes(name) || !offered.includes(name));
  return [...kept, ...ticked.filter((name) => !kept.includes(name))];
}

async function readHeading(
  on: Db,
  trackId: number,
): Promise<{ heading: TrackHeading; coverSeed: number | null; version: number }> {
  const { title, description, coverSeed, coverVariant } = tracks;
  const [track] = await on
    .select({ title, description, coverSeed, coverVariant })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  const labels = (await labelsOfTracks(on, [trackId])).get(trackId) ?? [];
  const [changed] = await on
    .select({ count: count() })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, trackId), notInArray(trackCorrections.field, soundFields)));
  const { coverSeed: seed, ...found } = track ?? {
    ...{ title: "", description: null, coverSeed: null, coverVariant: 0 },
  };
  return { heading: { ...found, labels }, coverSeed: seed, version: changed?.count ?? 0 };
}

/** Only new words: an operator may have approved the rest. */
function judgeChanges(before: TrackHeading, after: TrackHeading, userId: string): Promise<Harm[]> {
  const words = headingChanges(before, after).filter(
    ({ field, after: text }) => (field === "title" || field === "description") && text !== "",
  );
  return words.length === 0
    ? Promise.resolve([])
    : judgePassages(
        words.map(({ after: text }) => text),
        {
          userId,
          shownAlone: words.filter(({ field }) => field === "title").map(({ after: title }) => title),
        },
      );
}

async function requireFewChanges(tx: Db, o: { trackId: number; added: number; now: Date }): Promise<void> {
  const [recent] = await tx
    .select({ count: count() })
    .from(trackCorrections)
    .where(
      and(
        eq(trackCorrections.trackId, o.trackId),
        notInArray(trackCorrections.field, soundFields),
        gt(trackCorrections.createdAt, new Date(o.now.getTime() - dayMs)),
      ),
    );
  if ((recent?.count ?? 0) + o.added > maxHeadingChangesPerDay)
    throw new LimitReached(headingMessages.tooMany, dayMs / 1000);
}
