import { and, eq, inArray, sql } from "drizzle-orm";
import { profilePath } from "#app/features/accounts/account.ts";
import { personCoverSpec, playlistCoverSpec } from "#app/features/covers/cover.ts";
import { personCoverPath, playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { describePlaylist, maxPlaylistItems, sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { parseCategories } from "#app/features/playlists/playlist-categories.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { describeScript } from "#app/features/tracks/script.ts";
import { listCoverTracksOf, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { chunk } from "#app/lib/chunk.ts";
import { db } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { type Episode, type Feed, maxEpisodes, personFeedPath, playlistFeedPath } from "./feed.ts";

/** A public playlist as a podcast with all of its tracks in order. Throws `NotFound`, also for a private one. */
export async function findPlaylistFeed({ playlistId }: { playlistId: number }): Promise<Feed> {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: maxPlaylistItems });
  const coverTracks = await findCoverTracks(playlistId);
  const { name, category, owner, createdAt } = playlist;
  return {
    path: playlistFeedPath(playlist),
    pagePath: sharedPlaylistPath(playlist),
    title: name,
    description: describePlaylist(playlist),
    authorName: owner.name,
    imagePath: playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1400")),
    categories: parseCategories(category),
    type: "serial",
    changedAt: latest([createdAt, ...items.map(({ track }) => track.uploadedAt)]),
    episodes: await listEpisodes(items.map(({ track, order }) => ({ track, number: order }))),
  };
}

/** The newest 300 public tracks of a member as a podcast. Throws `NotFound`. */
export async function findPersonFeed(options: { idOrCustomId: string }): Promise<Feed> {
  const person = await findPerson(options);
  const { tracks } = await listTracksOf({ userId: person.id, viewer: null, limit: maxEpisodes });
  const coverTracks = await listCoverTracksOf({ userId: person.id });
  return {
    path: personFeedPath(person),
    pagePath: profilePath(person),
    title: person.name,
    description: `${person.name}の投稿音声。ふたりの声で聴く、短いラジオです。`,
    authorName: person.name,
    imagePath: personCoverPath(person, personCoverSpec(person, coverTracks, "1400")),
    categories: labelsByFrequency(tracks),
    type: "episodic",
    changedAt: latest(tracks.map(({ uploadedAt }) => uploadedAt)),
    episodes: await listEpisodes(tracks.map((track) => ({ track, number: null }))),
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

/** These tracks as episodes in the same order, without those that have no audio. */
async function listEpisodes(items: readonly { track: Track; number: number | null }[]): Promise<Episode[]> {
  const beginning = sql<string>`substr(${tracks.script}, 1, ${scriptExcerptLength})`;
  const parts = new Map<number, { bytes: number; script: string }>();
  for (const batch of chunk(items, batchSize)) {
    const rows = await db
      .select({ id: tracks.id, bytes: renditions.bytes, script: beginning })
      .from(tracks)
      .innerJoin(renditions, and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, kbps)))
      .where(
        inArray(
          tracks.id,
          batch.map(({ track }) => track.id),
        ),
      );
    for (const { id, ...part } of rows) parts.set(id, part);
  }
  return items.flatMap(({ track, number }) => {
    const part = parts.get(track.id);
    if (!part) return [];
    return [
      { track, number, description: describeScript(part.script, maxDescriptionLength), bytes: part.bytes },
    ];
  });
}

/** The latest of these times; null if there are none. */
const latest = (times: readonly Date[]): Date | null =>
  times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null;
