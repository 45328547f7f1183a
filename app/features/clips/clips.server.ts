import { randomBytes } from "node:crypto";
import { and, count, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { type TrackCoverSpec, trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverVersion } from "#app/features/covers/cover-path.server.ts";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import type { Cue, Track } from "#app/features/tracks/track.ts";
import { listCues, listCuesOfTracks } from "#app/features/tracks/transcript/list-cues.server.ts";
import { db, primary, write } from "#db/client.ts";
import { clips, tracks, users } from "#db/schema/index.ts";
import { foldText, splitWords } from "#db/search/text.ts";
import {
  type ClipRange,
  type ClipView,
  clipPath,
  clipText,
  maxClipSentences,
  maxClips,
  placeOf,
  placeSentences,
  sentencesOf,
  toClipView,
} from "./clip.ts";

const notFound = () => new NotFound("一節が見つかりません");

/**
 * Stores a passage of a public track as the viewer's clip, from place to place (`placeOf`), in either order. The same passage
 * twice is one clip. Throws `NotFound` for a track that the viewer may not see, `Invalid` for a hidden one, unknown places and
 * more than five sentences, `QuotaReached` beyond 500 clips.
 */
export async function createClip(o: {
  viewer: NonNullable<TrackViewer>;
  trackId: number;
  from: string;
  to: string;
  now?: Date;
}): Promise<{ id: string }> {
  const { viewer, trackId, now = new Date() } = o;
  const track = await findTrack({ viewer, trackId });
  if (!track.isVisible) throw new Invalid({ from: ["非公開の音声からは、一節を作れません"] });
  const placed = placeSentences(await listCues({ viewer, track }));
  const indexes = [o.from, o.to].map((place) => placed.findIndex((one) => placeOf(one) === place));
  const [first, last] = [placed[Math.min(...indexes)], placed[Math.max(...indexes)]];
  if (!first || !last) throw new Invalid({ from: ["はじめの文と、おわりの文を選んでください"] });
  if (Math.max(...indexes) - Math.min(...indexes) >= maxClipSentences)
    throw new Invalid({ from: [`一節は${maxClipSentences}文までです`] });
  const range: ClipRange = {
    firstTurn: first.cue.turn,
    firstSentence: first.sentence,
    lastTurn: last.cue.turn,
    lastSentence: last.sentence,
  };
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    const isSame = and(
      eq(clips.userId, viewer.id),
      eq(clips.trackId, trackId),
      eq(clips.firstTurn, range.firstTurn),
      eq(clips.firstSentence, range.firstSentence),
      eq(clips.lastTurn, range.lastTurn),
      eq(clips.lastSentence, range.lastSentence),
    );
    const [same] = await tx.select({ id: clips.id }).from(clips).where(isSame);
    if (same) return same;
    const [kept] = await tx.select({ count: count() }).from(clips).where(eq(clips.userId, viewer.id));
    if ((kept?.count ?? 0) >= maxClips)
      throw new QuotaReached(`一節は${maxClips}件まで残せます`, "一節ノートで、要らないものを消してください");
    const id = randomBytes(9).toString("base64url");
    await tx
      .insert(clips)
      .values({ id, userId: viewer.id, trackId, ...range, createdAt: now })
      .onConflictDoNothing();
    const [stored] = await tx.select({ id: clips.id }).from(clips).where(isSame);
    if (!stored) throw new Error(`clip ${id} was not stored`);
    return stored;
  });
}

/** A clip with its track, for anybody with the address. `clip`: null if the viewer may not hear it (premium-only). */
export async function findClip(o: {
  viewer: TrackViewer;
  id: string;
}): Promise<{ clip: ClipView | null; track: Track; isOwn: boolean }> {
  const [row] = await primary.select().from(clips).where(eq(clips.id, o.id));
  if (!row) throw notFound();
  const track = await findTrack({ viewer: o.viewer, trackId: row.trackId });
  // For its author too a hidden track's clip is gone: what is shared must be what others see.
  if (!track.isVisible) throw notFound();
  const clip = viewClip(row, { track, viewer: o.viewer, cues: await listCues({ viewer: o.viewer, track }) });
  return { clip, track, isOwn: o.viewer?.id === row.userId };
}

/** `cues`: what the viewer may read of the track. */
function viewClip(
  row: typeof clips.$inferSelect,
  o: { track: Track; viewer: TrackViewer; cues: readonly Cue[] },
): ClipView | null {
  const { track, viewer, cues } = o;
  return toClipView(row, track, sentencesOf(cues, row, { isWhole: hasFullAccess(viewer, track) }));
}

/**
 * A member's clips, newest first, whose words, title or author contain every word of `query`. Leaves out those whose track is
 * not public or that the member may not read.
 */
export async function listClips(o: {
  viewer: NonNullable<TrackViewer>;
  query?: string;
}): Promise<ClipView[]> {
  const { viewer, query = "" } = o;
  const words = splitWords(query);
  const rows = await primary
    .select(getTableColumns(clips))
    .from(clips)
    .innerJoin(tracks, eq(tracks.id, clips.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(clips.userId, viewer.id), isPublic))
    .orderBy(desc(clips.createdAt), desc(clips.id))
    .limit(maxClips);
  const found = await findTracksById([...new Set(rows.map(({ trackId }) => trackId))]);
  const byId = new Map(found.map((track) => [track.id, track]));
  const cues = await listCuesOfTracks({ viewer, tracks: found });
  const shown: ClipView[] = [];
  for (const row of rows) {
    const track = byId.get(row.trackId);
    const clip = track && viewClip(row, { track, viewer, cues: cues.get(row.trackId) ?? [] });
    if (!clip) continue;
    const text = foldText(`${clipText(clip)}\n${clip.title}\n${clip.authorName}`);
    if (words.every((word) => text.includes(word))) shown.push(clip);
  }
  return shown;
}

/** Deletes a clip of the viewer's; a missing one is no error. */
export async function deleteClip(o: { viewer: { id: string }; id: string }): Promise<void> {
  await write((tx) => tx.delete(clips).where(and(eq(clips.id, o.id), eq(clips.userId, o.viewer.id))));
}

/** Passages that authors picked of their own tracks, for podcast apps: newest first, at most three per track. */
export async function findSoundbites(
  published: readonly Track[],
): Promise<Map<number, { startMs: number; endMs: number; title: string }[]>> {
  const byId = new Map(published.map((track) => [track.id, track]));
  const rows = await db
    .select(getTableColumns(clips))
    .from(clips)
    // By its listeners a track may have thousands.
    .innerJoin(tracks, and(eq(tracks.id, clips.trackId), eq(tracks.userId, clips.userId)))
    .where(inArray(clips.trackId, [...byId.keys()]))
    .orderBy(desc(clips.createdAt));
  const picked = [...new Set(rows.map(({ trackId }) => trackId))].flatMap((id) => byId.get(id) ?? []);
  const cues = await listCuesOfTracks({ viewer: null, tracks: picked });
  const found = new Map<number, { startMs: number; endMs: number; title: string }[]>();
  for (const row of rows) {
    const track = byId.get(row.trackId);
    const before = found.get(row.trackId) ?? [];
    if (!track || before.length >= maxSoundbites) continue;
    const clip = viewClip(row, { track, viewer: null, cues: cues.get(row.trackId) ?? [] });
    if (clip)
      found.set(row.trackId, [
        ...before,
        { ...clip, title: [...clipText(clip)].slice(0, maxTitleLength).join("") },
      ]);
  }
  return found;
}

const maxSoundbites = 3;
/** The namespace asks for at most 128 characters. */
const maxTitleLength = 128;

/** A clip's picture for link previews: the track's cover with the passage's words. */
export function clipCardSpec(clip: ClipView): TrackCoverSpec {
  const { trackId: id, coverId, labels, authorName, title } = clip;
  return trackCoverSpec(
    { id, coverId, labels, title: `「${clipText(clip)}」`, posterName: `${title} ・ ${authorName}` },
    "1200x630",
  );
}

/** The path contains the version, so that caches may keep it for long. */
export const clipCardPath = (clip: ClipView): string =>
  `${clipPath(clip)}/card.png?${new URLSearchParams({ v: coverVersion(clipCardSpec(clip)) })}`;
