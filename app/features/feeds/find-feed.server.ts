import { and, eq, inArray } from "drizzle-orm";
import { profilePath } from "#app/features/accounts/account.ts";
import { personCoverSpec, playlistCoverSpec } from "#app/features/covers/cover.ts";
import { personCoverPath, playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import { findCorrectionTimes } from "#app/features/creation/correction/find-corrections.server.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { describePlaylist, maxPlaylistItems, sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { parseCategories } from "#app/features/playlists/playlist-categories.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { describeScript } from "#app/features/tracks/script.ts";
import { listCoverTracksOf, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { findPublicScripts } from "#app/features/tracks/server/public-scripts.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { findTracksWithChapters } from "#app/features/tracks/transcript/find-tracks-with-chapters.server.ts";
import { chunk } from "#app/lib/chunk.ts";
import { db } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import {
  type Episode,
  type Feed,
  feedTagBytes,
  maxEpisodes,
  personFeedPath,
  playlistFeedPath,
} from "./feed.ts";

/** A public playlist as a podcast with all of its tracks in order. Throws `NotFound`, also for a private one. */
export async function findPlaylistFeed({ playlistId }: { playlistId: number }): Promise<Feed> {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: maxPlaylistItems });
  const coverTracks = await findCoverTracks(playlistId);
  const { name, category, owner, createdAt } = playlist;
  const episodes = await listEpisodes(items.map(({ track, order }) => ({ track, number: order })));
  return {
    path: playlistFeedPath(playlist),
    pagePath: sharedPlaylistPath(playlist),
    title: name,
    description: describePlaylist(playlist),
    authorName: owner.name,
    imagePath: playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1400")),
    categories: parseCategories(category),
    type: "serial",
    changedAt: latest([createdAt, ...items.map(({ track }) => track.uploadedAt), ...correctionsOf(episodes)]),
    episodes,
  };
}

/** The newest 300 public tracks of a member as a podcast. Throws `NotFound`. */
export async function findPersonFeed(options: { idOrCustomId: string }): Promise<Feed> {
  const person = await findPerson(options);
  const { tracks } = await listTracksOf({ userId: person.id, viewer: null, limit: maxEpisodes });
  const coverTracks = await listCoverTracksOf({ userId: person.id });
  const episodes = await listEpisodes(tracks.map((track) => ({ track, number: null })));
  return {
    path: personFeedPath(person),
    pagePath: profilePath(person),
    title: person.name,
    description: `${person.name}の投稿音声。ふたりの声で聴く、短いラジオです。`,
    authorName: person.name,
    imagePath: personCoverPath(person, personCoverSpec(person, coverTracks, "1400")),
    categories: labelsByFrequency(tracks),
    type: "episodic",
    changedAt: latest([...tracks.map(({ uploadedAt }) => uploadedAt), ...correctionsOf(episodes)]),
    episodes,
  };
}

/** The tracks' first labels, most frequent first. */
function labelsByFrequency(tracks: readonly Track[]): string[] {
  const labels = tracks.flatMap(({ labels: [first] }) => (first === undefined ? [] : [first]));
  const groups = [...Map.groupBy(labels, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([name]) => name);
}

/** Bit rate of `/audio/{id}.mp3`. */
const kbps = 64;
/** Maximum length of a description, and of the script's beginning that it is made from, in characters. */
const maxDescriptionLength = 400;
const scriptExcerptLength = 1200;
const batchSize = 500;

const { bytes, openingBytes } = renditions;

/** These tracks as episodes in the same order, without those that have no audio. */
async function listEpisodes(items: readonly { track: Track; number: number | null }[]): Promise<Episode[]> {
  const files = new Map<number, { size: number | null; isRecording: boolean }>();
  const withChapters = new Set<number>();
  const correctionTimes = new Map<number, Date>();
  const scripts = new Map<number, string>();
  for (const batch of chunk(items, batchSize)) {
    const ids = batch.map(({ track }) => track.id);
    const rows = await db
      .select({
        id: tracks.id,
        isPremiumOnly: tracks.isPremiumOnly,
        isRecording: tracks.isRecording,
        bytes,
        openingBytes,
      })
      .from(tracks)
      .innerJoin(renditions, and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, kbps)))
      .where(inArray(tracks.id, ids));
    for (const row of rows)
      files.set(row.id, { ...row, size: row.isPremiumOnly ? row.openingBytes : row.bytes });
    for (const id of await findTracksWithChapters(ids)) withChapters.add(id);
    for (const [id, at] of await findCorrectionTimes(ids)) correctionTimes.set(id, at);
    const found = await findPublicScripts(ids, { length: scriptExcerptLength });
    for (const [id, script] of found) scripts.set(id, script);
  }
  return items.flatMap(({ track, number }) => {
    const { size = null, isRecording = false } = files.get(track.id) ?? {};
    if (size === null) return [];
    const description = describeScript(scripts.get(track.id) ?? "", maxDescriptionLength);
    const hasChapters = withChapters.has(track.id);
    // Of a premium-only track, visitors know no more of corrections than on its page.
    const correctedAt = track.isPremiumOnly ? null : (correctionTimes.get(track.id) ?? null);
    return [
      { track, number, description, bytes: feedTagBytes + size, isRecording, hasChapters, correctedAt },
    ];
  });
}

const correctionsOf = (episodes: readonly Episode[]): Date[] =>
  episodes.flatMap(({ correctedAt }) => correctedAt ?? []);

/** The latest of these times; null if there are none. */
const latest = (times: readonly Date[]): Date | null =>
  times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null;
