import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, inArray, like } from "drizzle-orm";
import { parseScript } from "#app/engines/script/script.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { type Db, primary, write } from "#db/client.ts";
import { labels, settings, trackLabels, tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { readSetting, writeSetting } from "#db/settings.ts";
import { findPublicScripts } from "./public-scripts.server.ts";

/** Per transaction: other writers wait no longer. */
const batchSize = 20;
/** An interrupted run is taken up after this time. */
const interruptedMs = 60_000;
const prefix = "reindex-tracks:";
const keyOf = (userId: string) => `${prefix}${userId}`;

/**
 * Records in the transaction of a rename that the member's searchable texts hold the old name. `reindexTracksOf` updates them,
 * and again if interrupted.
 */
export async function requestReindex(tx: Db, userId: string): Promise<void> {
  // Different each time: a run from before this rename must not end this one's.
  await writeSetting(tx, keyOf(userId), `${Date.now()} ${randomUUID()}`);
}

/** Updates an author's searchable texts in short transactions, up to `maxTracks`. Returns whether it is done. */
export async function reindexTracksOf(options: { userId: string; maxTracks?: number }): Promise<boolean> {
  const { userId, maxTracks = Number.POSITIVE_INFINITY } = options;
  const request = await readSetting(primary, keyOf(userId));
  if (!request) return true;
  const unchanged = and(eq(settings.key, keyOf(userId)), eq(settings.value, request));
  for (let after = 0, count = 0; count < maxTracks; count += batchSize) {
    const last = await write((tx) => reindexBatch(tx, { userId, after }));
    if (last === null) {
      await write((tx) => tx.delete(settings).where(unchanged));
      return true;
    }
    after = last;
    // Others have their turn between transactions.
    await setImmediate();
  }
  return false;
}

/** Continues runs of ended processes, which began over a minute ago. */
export async function finishReindexing(now: Date = new Date()): Promise<void> {
  const requests = await primary
    .select()
    .from(settings)
    .where(like(settings.key, `${prefix}%`));
  for (const { key, value } of requests) {
    if (now.getTime() - Number.parseInt(value, 10) >= interruptedMs)
      await reindexTracksOf({ userId: key.slice(prefix.length) });
  }
}

async function reindexBatch(tx: Db, o: { userId: string; after: number }): Promise<number | null> {
  const member = await lockMember(tx, o.userId).catch((error: unknown) => {
    if (error instanceof NotAuthenticated) return null;
    throw error;
  });
  // Deleted with all tracks.
  if (!member) return null;
  const batch = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.userId, o.userId), gt(tracks.id, o.after)))
    .orderBy(asc(tracks.id))
    .limit(batchSize);
  const trackIds = batch.map(({ id }) => id);
  await writeSearchTexts(tx, { author: member.name, trackIds, keepsReadings: true });
  return trackIds.at(-1) ?? null;
}

/**
 * Writes the searchable texts of an author's tracks, whose account is locked. Drops their readings, which `addSearchReadings`
 * makes anew, except with `keepsReadings`.
 */
export async function writeSearchTexts(
  tx: Db,
  {
    author,
    trackIds,
    keepsReadings = false,
  }: { author: string; trackIds: number[]; keepsReadings?: boolean },
): Promise<void> {
  const found = await tx
    .select({
      id: tracks.id,
      title: tracks.title,
      description: tracks.description,
      readings: tracks.searchReadings,
    })
    .from(tracks)
    .where(inArray(tracks.id, trackIds))
    .orderBy(asc(tracks.id));
  const labelNames = await labelsOfTracks(tx, trackIds);
  const scripts = await findPublicScripts(trackIds, { on: tx });
  for (const { id, title, description, readings } of found) {
    const searchReadings = keepsReadings ? readings : null;
    const searchText = searchTextOf({
      title,
      author,
      labels: labelNames.get(id) ?? [],
      description,
      script: scripts.get(id) ?? "",
      readings: searchReadings,
    });
    await tx.update(tracks).set({ searchText, searchReadings }).where(eq(tracks.id, id));
    // SQLite indexes each text for a while: others may read in between.
    await setImmediate();
  }
}

/** The labels of these tracks, in order. */
export async function labelsOfTracks(tx: Db, trackIds: number[]): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(inArray(trackLabels.trackId, trackIds))
    .orderBy(asc(trackLabels.trackId), asc(trackLabels.position));
  const found = new Map<number, string[]>();
  for (const { trackId, name } of rows) found.set(trackId, [...(found.get(trackId) ?? []), name]);
  return found;
}

/**
 * A track's searchable text: title, author, labels, description and the public script (`findPublicScripts`), folded
 * (`foldText`), one per line, without speaker marks, which every script has. `readings` stand after the title and at the end.
 */
export function searchTextOf(track: {
  title: string;
  author: string;
  labels: readonly string[];
  description?: string | null;
  script: string;
  readings?: string | null;
}): string {
  const texts = parseScript(withoutPlaceReadings(track.script)).map(({ text }) => text);
  const [ofTitle = "", ofWords = ""] = (track.readings ?? "").split("\n");
  const title = ofTitle ? `${track.title} ${ofTitle}` : track.title;
  const said = track.description ? [track.description] : [];
  return foldText(
    [title, track.author, ...track.labels, ...said, ...texts, ...(ofWords ? [ofWords] : [])].join("\n"),
  );
}
