import { and, asc, count, desc, eq, gt, inArray, lte, ne, sql } from "drizzle-orm";
import { describeLength, formatLength, isWithinTolerance } from "#app/engines/speech/voice-pace.ts";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { draftPath } from "#app/features/creation/drafts/drafts.ts";
import { defaultNarration } from "#app/features/creation/narration/narration.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { primary } from "#db/client.ts";
import { audioTasks, playlists, series, seriesEpisodes, tracks, users } from "#db/schema/index.ts";
import { describeCadence, formatSlot, nextSlot } from "../cadence.ts";
import { type EpisodeAct, readsAll } from "../series.ts";
import { findSeriesRow, type NumberedEpisode, readEpisodes, type Series } from "./series-rows.server.ts";

const maxListed = 100;

export type SeriesSummary = ReturnType<typeof toSummary>;

/** `count`: without dropped episodes. */
function toSummary(row: Series, counted: { published: number; count: number }) {
  const { id, title, state, problem } = row;
  return { id, title, state, cadence: describeCadence(row), problem, ...counted };
}

export async function listSeries(viewer: { id: string }): Promise<SeriesSummary[]> {
  const rows = await primary
    .select()
    .from(series)
    .where(eq(series.userId, viewer.id))
    .orderBy(desc(series.createdAt))
    .limit(maxListed);
  if (rows.length === 0) return [];
  const counts = await primary
    .select({
      seriesId: seriesEpisodes.seriesId,
      count: count(),
      published: sql<number>`sum(case when ${seriesEpisodes.state} = 'published' then 1 else 0 end)`,
    })
    .from(seriesEpisodes)
    .where(
      and(
        inArray(
          seriesEpisodes.seriesId,
          rows.map(({ id }) => id),
        ),
        ne(seriesEpisodes.state, "dropped"),
      ),
    )
    .groupBy(seriesEpisodes.seriesId);
  return rows.map((row) => {
    const found = counts.find(({ seriesId }) => seriesId === row.id);
    return toSummary(row, { count: found?.count ?? 0, published: Number(found?.published ?? 0) });
  });
}

export type SeriesView = Awaited<ReturnType<typeof findSeries>>;
export type EpisodeView = SeriesView["episodes"][number];

/** Throws `NotFound`. */
export async function findSeries(o: {
  viewer: { id: string; customUserId: string | null };
  seriesId: number;
}) {
  const { viewer, seriesId } = o;
  const row = await findSeriesRow(o);
  const episodes = await readEpisodes(primary, seriesId);
  const making = episodes.find(({ state }) => state === "making");
  const taskId = making && (making.previewTaskId ?? making.scriptTaskId);
  const [[task], [playlist], spoken] = await Promise.all([
    taskId ? primary.select().from(audioTasks).where(eq(audioTasks.id, taskId)) : [],
    row.playlistId === null
      ? []
      : primary
          .select({ id: playlists.id, name: playlists.name })
          .from(playlists)
          .where(eq(playlists.id, row.playlistId)),
    findDurations(episodes.flatMap(({ trackId }) => trackId ?? [])),
  ]);
  const isPromised = readsAll({ ...defaultNarration, ...row.narration });
  const durationOf = ({ trackId, id }: NumberedEpisode) =>
    trackId === null ? (id === making?.id ? task?.preview?.durationMs : undefined) : spoken.get(trackId);
  const waiting = episodes.filter(({ state }) => state === "waiting");
  const times = timesOf(row, waiting.length, making !== undefined);
  const remaining = episodes.filter(({ state }) => state !== "dropped");
  const published = remaining.filter(({ state }) => state === "published").length;
  return {
    ...toSummary(row, { count: remaining.length, published }),
    playlist: playlist ?? null,
    days: row.days,
    hour: row.hour,
    episodes: episodes.map((episode) => {
      const at = waiting.indexOf(episode);
      const { id, number, heading, state } = episode;
      return {
        ...{ id, number, heading, state },
        /** As promised; null where sentences are left out. */
        length: isPromised ? describeLength(episode.seconds) : null,
        /** The promised and the real length of one that is off by more than a tenth; null otherwise, and before it is spoken. */
        missed: isPromised ? describeMissed(episode.seconds, durationOf(episode)) : null,
        ...present(row, episode, { task, viewer, time: times[at] ?? null }),
        acts: actsOf(episode, { at, count: waiting.length, task }),
      };
    }),
  };
}

/** In ms, by track. */
async function findDurations(trackIds: readonly number[]): Promise<Map<number, number>> {
  if (trackIds.length === 0) return new Map();
  const found = await primary
    .select({ id: tracks.id, durationMs: tracks.durationMs })
    .from(tracks)
    .where(inArray(tracks.id, [...trackIds]));
  return new Map(found.map(({ id, durationMs }) => [id, durationMs]));
}

function describeMissed(promised: number, durationMs: number | undefined): string | null {
  if (durationMs === undefined || isWithinTolerance(durationMs / 1000, promised)) return null;
  return `${describeLength(promised)}のところ${formatLength(Math.max(1, durationMs / 1000))}です`;
}

/** Empty where no days are set. */
function timesOf(row: Series, waiting: number, hasOneBefore: boolean): Date[] {
  if (row.days.length === 0 || row.state !== "active") return [];
  const times: Date[] = [];
  let at = hasOneBefore ? nextSlot(row, row.nextAt) : row.nextAt;
  for (let episode = 0; episode < waiting; episode++) {
    times.push(at);
    at = nextSlot(row, at);
  }
  return times;
}

function actsOf(
  { state }: NumberedEpisode,
  o: { at: number; count: number; task: AudioTask | undefined },
): EpisodeAct[] {
  if (state === "dropped") return ["restore"];
  if (state === "published") return [];
  if (state === "making") return o.task && !isOpen(o.task) ? ["remake", "drop"] : ["drop"];
  return [...(o.at > 0 ? (["up"] as const) : []), ...(o.at < o.count - 1 ? (["down"] as const) : []), "drop"];
}

function present(
  row: Series,
  { state, trackId }: NumberedEpisode,
  o: { task: AudioTask | undefined; viewer: { id: string; customUserId: string | null }; time: Date | null },
): { status: string; path: string | null } {
  const { task, viewer, time } = o;
  if (state === "dropped") return { status: "やめました", path: null };
  if (state === "published") {
    if (trackId === null) return { status: "公開のあと削除しました", path: null };
    const path = trackPath({ id: trackId, userId: viewer.id, posterCustomUserId: viewer.customUserId });
    return { status: "公開しました", path };
  }
  if (state === "waiting")
    return { status: time ? `${formatSlot(time)}に公開` : "順番を待っています", path: null };
  if (!task) return { status: "これから作ります", path: null };
  if (task.trackId !== null) return { status: "公開しました", path: null };
  if (isOpen(task))
    return { status: task.kind === "script" ? "台本を書いています" : "音声を作っています", path: null };
  if (task.state !== "completed") return { status: "作れませんでした", path: null };
  if (task.kind === "script") return { status: "台本ができました", path: null };
  if (!task.preview) return { status: "下書きを消しました", path: null };
  const path = draftPath(task.id);
  if (task.publishAt && !task.publishProblem) return { status: `${formatSlot(task.publishAt)}に公開`, path };
  return { status: row.state === "paused" ? "できています（一時停止中）" : "音声ができました", path };
}

const maxFollowing = 20;

export type SeriesLine = NonNullable<Awaited<ReturnType<typeof findSeriesLine>>>;

/** The episode's number, and the next episodes that the viewer may hear, at most 20. Null if the track is no episode. */
export async function findSeriesLine(o: { viewer: { id: string } | null; trackId: number }) {
  const { viewer, trackId } = o;
  const [found] = await primary
    .select({
      series,
      position: seriesEpisodes.position,
      playlist: playlists,
      customUserId: users.customUserId,
    })
    .from(seriesEpisodes)
    .innerJoin(series, eq(series.id, seriesEpisodes.seriesId))
    .innerJoin(users, eq(users.id, series.userId))
    .leftJoin(playlists, eq(playlists.id, series.playlistId))
    .where(eq(seriesEpisodes.trackId, trackId));
  if (!found) return null;
  const { playlist, position, customUserId } = found;
  const { id, title, state } = found.series;
  const isOfSeries = eq(seriesEpisodes.seriesId, id);
  const [number, following] = await Promise.all([
    primary.$count(
      seriesEpisodes,
      and(isOfSeries, ne(seriesEpisodes.state, "dropped"), lte(seriesEpisodes.position, position)),
    ),
    primary
      .select({
        id: tracks.id,
        title: tracks.title,
        userId: users.id,
        posterCustomUserId: users.customUserId,
      })
      .from(seriesEpisodes)
      .innerJoin(tracks, eq(tracks.id, seriesEpisodes.trackId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(isOfSeries, gt(seriesEpisodes.position, position), visibleTo(viewer)))
      .orderBy(asc(seriesEpisodes.position))
      .limit(maxFollowing),
  ]);
  const [next] = following;
  return {
    // Nobody else sees what a playlist that was taken down is called.
    name: playlist?.takenDownAt ? "連続番組" : `連続番組「${title}」`,
    number,
    /** The player goes on to them. */
    followingIds: following.map((episode) => episode.id),
    playlistPath: playlist?.isPublic
      ? sharedPlaylistPath({ id: playlist.id, owner: { customUserId } })
      : null,
    next: next ? { title: next.title, path: trackPath(next) } : null,
    goesOn: state === "active",
  };
}
