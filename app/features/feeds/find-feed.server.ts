import { and, eq, inArray } from "drizzle-orm";
import { describeScript } from "#app/engines/script/script.ts";
import { officialAccount, profilePath } from "#app/features/accounts/account.ts";
import { findSoundbites } from "#app/features/clips/clips.server.ts";
import { personCoverSpec, playlistCoverSpec } from "#app/features/covers/cover.ts";
import { personCoverPath, playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import { findChangeTimes } from "#app/features/creation/correction/find-corrections.server.ts";
import {
  dailyMixName,
  dailyMixPath,
  mixFeedPath,
  mixReasonTexts,
} from "#app/features/daily-mix/daily-mix.ts";
import { findMixOfFeed } from "#app/features/daily-mix/server/mix-feed.server.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { feedKbps, standardKbps } from "#app/features/playback/server/find-audio.server.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { describePlaylist, maxPlaylistItems, sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { parseCategories } from "#app/features/playlists/playlist-categories.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { hasFullAccess } from "#app/features/tracks/excerpt.ts";
import { findNotices, type SpokenNotice } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { listCoverTracksOf, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { findPublicScripts } from "#app/features/tracks/server/public-scripts.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { findTracksWithChapters } from "#app/features/tracks/transcript/list-cues.server.ts";
import { chunk } from "#app/lib/chunk.ts";
import { noticeFileBytes } from "#app/lib/notice-length.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";
import { db } from "#db/client.ts";
import { playlists, renditions, tracks, users } from "#db/schema/index.ts";
import {
  type Episode,
  type Feed,
  feedTagBytes,
  maxEpisodes,
  personFeedPath,
  playlistFeedPath,
} from "./feed.ts";

/** A public playlist as a podcast, in order. Throws `NotFound`, also for a private one. */
export async function findPlaylistFeed({ playlistId }: { playlistId: number }): Promise<Feed> {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: maxPlaylistItems });
  const coverTracks = await findCoverTracks(playlistId);
  const { name, category, owner, createdAt } = playlist;
  const episodes = await listEpisodes(items.map(({ track, order }) => ({ track, number: order })));
  const [row] = await db
    .select({ verification: playlists.feedVerification })
    .from(playlists)
    .where(eq(playlists.id, playlistId));
  return {
    path: playlistFeedPath(playlist),
    pagePath: sharedPlaylistPath(playlist),
    title: name,
    description: describePlaylist(playlist),
    authorName: owner.name,
    imagePath: playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1400")),
    categories: parseCategories(category),
    type: "serial",
    changedAt: latest([createdAt, ...items.map(({ track }) => track.uploadedAt), ...changesOf(episodes)]),
    verification: row?.verification ?? null,
    episodes,
  };
}

/** The newest 300 public tracks of a member as a podcast. Throws `NotFound`. */
export async function findPersonFeed(options: { idOrCustomId: string }): Promise<Feed> {
  const person = await findPerson(options);
  const { tracks } = await listTracksOf({ userId: person.id, viewer: null, limit: maxEpisodes });
  const coverTracks = await listCoverTracksOf({ userId: person.id });
  const episodes = await listEpisodes(tracks.map((track) => ({ track, number: null })));
  const [row] = await db
    .select({ verification: users.feedVerification })
    .from(users)
    .where(eq(users.id, person.id));
  return {
    path: personFeedPath(person),
    pagePath: profilePath(person),
    title: person.name,
    description: `${person.name}の投稿音声。ふたりの声で聴く、短いラジオです。`,
    authorName: person.name,
    imagePath: personCoverPath(person, personCoverSpec(person, coverTracks, "1400")),
    categories: labelsByFrequency(tracks),
    type: "episodic",
    changedAt: latest([...tracks.map(({ uploadedAt }) => uploadedAt), ...changesOf(episodes)]),
    verification: row?.verification ?? null,
    episodes,
  };
}

/** 今日の無限 of the token's member as a podcast of today's tracks that anybody hears whole. Throws `NotFound`. */
export async function findMixFeed(options: { token: string; now?: Date }): Promise<Feed> {
  const { token } = options;
  const { day, items } = await findMixOfFeed(options);
  const coverTracks = await listCoverTracksOf({ userId: officialAccount.id });
  const begin = startOfTokyoDay(day);
  // Apps show the newest first.
  const timeOf = (index: number) => new Date(begin.getTime() + (items.length - index) * 1000);
  const open = items.filter(({ track }) => hasFullAccess(null, track));
  const episodes = await listEpisodes(open.map(({ track }) => ({ track, number: null })));
  const reasons = new Map(items.map(({ track, reason }) => [track.id, mixReasonTexts[reason]]));
  return {
    path: mixFeedPath(token),
    pagePath: dailyMixPath,
    title: dailyMixName,
    description: "聴きかけと、フォロー中の新着と、まだ知らない声。毎日、日付が変わると入れ替わります。",
    authorName: officialAccount.name,
    imagePath: personCoverPath(officialAccount, personCoverSpec(officialAccount, coverTracks, "1400")),
    categories: labelsByFrequency(items.map(({ track }) => track)),
    type: "episodic",
    changedAt: begin,
    verification: null,
    isPrivate: true,
    episodes: episodes.map((episode, index) => ({
      ...episode,
      broadcast: {
        guidPath: `/today/${day}/track/${episode.track.id}`,
        publishedAt: timeOf(index),
        reason: reasons.get(episode.track.id) ?? "",
      },
    })),
  };
}

function labelsByFrequency(tracks: readonly Track[]): string[] {
  const labels = tracks.flatMap(({ labels: [first] }) => (first === undefined ? [] : [first]));
  const groups = [...Map.groupBy(labels, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([name]) => name);
}

const maxDescriptionLength = 400;
const scriptExcerptLength = 1200;
const batchSize = 500;

const { bytes, excerptBytes } = renditions;

/** In the same order, without those that have no audio. */
async function listEpisodes(items: readonly { track: Track; number: number | null }[]): Promise<Episode[]> {
  const files = new Map<number, EpisodeFiles>();
  const withChapters = new Set<number>();
  const changes = new Map<number, { changedAt: Date; correctedAt: Date | null }>();
  const scripts = new Map<number, string>();
  const notices = new Map<number, SpokenNotice>();
  const soundbites = new Map<number, Episode["soundbites"]>();
  for (const batch of chunk(items, batchSize)) {
    const ids = batch.map(({ track }) => track.id);
    for (const [id, found] of await findFiles(ids)) files.set(id, found);
    for (const id of await findTracksWithChapters(ids)) withChapters.add(id);
    for (const [id, at] of await findChangeTimes(ids)) changes.set(id, at);
    for (const [id, some] of await findSoundbites(batch.map(({ track }) => track))) soundbites.set(id, some);
    for (const [id, notice] of await findNotices(ids)) notices.set(id, notice);
    const found = await findPublicScripts(ids, { length: scriptExcerptLength });
    for (const [id, script] of found) scripts.set(id, script);
  }
  return items.flatMap(({ track, number }) => {
    const found = files.get(track.id);
    if (!found || found.standard === null) return [];
    const { standard, high, isRecording } = found;
    const description =
      found.description ?? describeScript(scripts.get(track.id) ?? "", maxDescriptionLength);
    const hasChapters = withChapters.has(track.id);
    // Visitors know no more of a premium-only track's corrections than on its page.
    const { correctedAt = null, changedAt = null } = (!track.isPremiumOnly && changes.get(track.id)) || {};
    const notice = notices.get(track.id) ?? null;
    const composedBytes = (stored: number, kbps: number) =>
      feedTagBytes + (notice ? noticeFileBytes(kbps) : 0) + stored;
    const bytes = composedBytes(standard, standardKbps);
    const highBytes = high === null ? null : composedBytes(high, feedKbps());
    return [
      {
        track,
        number,
        description,
        notice,
        bytes,
        highBytes,
        isRecording,
        hasChapters,
        soundbites: soundbites.get(track.id) ?? [],
        correctedAt,
        changedAt,
      },
    ];
  });
}

interface EpisodeFiles {
  standard: number | null;
  high: number | null;
  isRecording: boolean;
  description: string | null;
}

async function findFiles(trackIds: readonly number[]): Promise<Map<number, EpisodeFiles>> {
  const files = new Map<number, EpisodeFiles>();
  const rows = await db
    .select({
      id: tracks.id,
      isPremiumOnly: tracks.isPremiumOnly,
      isRecording: tracks.isRecording,
      description: tracks.description,
      kbps: renditions.kbps,
      bytes,
      excerptBytes,
    })
    .from(tracks)
    .innerJoin(renditions, eq(renditions.trackId, tracks.id))
    .where(and(inArray(tracks.id, [...trackIds]), inArray(renditions.kbps, [standardKbps, feedKbps()])));
  for (const row of rows) {
    const { isRecording, description } = row;
    const size = row.isPremiumOnly ? row.excerptBytes : row.bytes;
    const before = files.get(row.id) ?? { standard: null, high: null, isRecording, description };
    files.set(row.id, { ...before, [row.kbps === standardKbps ? "standard" : "high"]: size });
  }
  return files;
}

const changesOf = (episodes: readonly Episode[]): Date[] =>
  episodes.flatMap(({ changedAt }) => changedAt ?? []);

const latest = (times: readonly Date[]): Date | null =>
  times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null;
