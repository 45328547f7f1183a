import type { Viewer } from "#app/features/accounts/viewer.ts";
import { dailyMixName } from "#app/features/daily-mix/daily-mix.ts";
import type { MixCardProps } from "#app/features/daily-mix/mix-card.tsx";
import { firstUnheard, showMix } from "#app/features/daily-mix/mix-progress.ts";
import { mixQueuePath } from "#app/features/daily-mix/present-mix.ts";
import { makeDailyMix, toMixLength } from "#app/features/daily-mix/server/daily-mix.server.ts";
import { findLikedTrackIds } from "#app/features/likes/server/find-likes.server.ts";
import { isWorthResuming } from "#app/features/playback/playback.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { separateAuthors } from "#app/features/tracks/list/separate-authors.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { encodeTurns } from "#app/features/tracks/turns/turns.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { startOfTokyoDay, tokyoDay } from "#app/lib/tokyo-day.ts";
import type { HomePart, HomeStage } from "../home.ts";
import { chooseStage } from "./choose-stage.server.ts";
import { findHomeTracks, type HomeTrack, type HomeTracks } from "./find-home-tracks.server.ts";

const pageSize = 20;
const minNewest = 10;
const maxHeard = 3;
const maxFollowed = 4;
const maxRecommended = 4;

const stageTitles = { asked: undefined, resume: "つづき", tonight: "今夜の一本" };

interface Home {
  tracks: TrackListItem[];
  next: string | null;
  stage: HomeStage | null;
  /** つづきから. */
  resumed: HomePart | null;
  parts: HomePart[];
  shownIds: number[];
  mix: MixCardProps | null;
}

/** A later page of home: only 新着. */
export async function loadLaterPage(options: { viewer: Viewer | null; cursor: string }): Promise<Home> {
  const { viewer, cursor } = options;
  const page = await listTracks({ viewer, limit: pageSize, cursor });
  const tracks = await withBookmarks(viewer, toItems(separateAuthors(page.tracks), viewer));
  return { tracks, next: page.next, stage: null, resumed: null, parts: [], shownIds: [], mix: null };
}

/**
 * Home's first page: the stage (`chooseStage`), and below it lists that don't repeat it. Members get つづきから and フォロー中の新着,
 * everybody else おすすめ.
 */
export async function loadFirstPage(options: {
  viewer: Viewer | null;
  requestedId: number | null;
  now?: Date;
}): Promise<Home> {
  const { viewer } = options;
  const day = tokyoDay(options.now ?? new Date());
  const isMember = viewer?.state === "approved";
  const found = await findTodaysTracks(options);
  const heard = found.heard.filter((track) => canResume(track, viewer));
  const chosen = chooseStage({ ...found, heard }, { isVisitor: !isMember });
  const isElsewhere = ({ id }: { id: number }) => id !== chosen?.track.id;
  const resumed = heard.filter(isElsewhere).slice(0, maxHeard);
  const followed = separateAuthors(
    found.followed.filter((track) => isElsewhere(track) && resumed.every(({ id }) => id !== track.id)),
  ).slice(0, maxFollowed);
  const own = isMember ? [...resumed, ...followed] : [];
  const shown = [...own, ...(chosen ? [chosen.track] : [])];
  const mix = showMixOf(found.mix, { viewer, day });
  const goesOnWith = firstUnheard(mix) ?? mix[0];
  const labelled = await withLabels([...shown, ...(goesOnWith ? [goesOnWith] : [])]);
  const ofMix = goesOnWith && labelled.at(-1);
  const count = Math.max(minNewest, pageSize - own.length - (isMember ? 0 : maxRecommended));
  const shownIds = new Set(shown.map(({ id }) => id));
  const page = await listTracks({ viewer, limit: count });
  const newest = separateAuthors(page.tracks.filter(({ id }) => !shownIds.has(id)));
  const recommended = isMember
    ? []
    : await recommend(viewer, [...shownIds, ...page.tracks.map(({ id }) => id)]);
  const [liked, cues] = await Promise.all([
    findLikedTrackIds({ viewer, trackIds: chosen ? [chosen.track.id] : [] }),
    chosen ? listCues({ viewer, track: chosen.track }) : [],
  ]);
  const all = [...labelled, ...recommended, ...newest];
  const items = await withBookmarks(viewer, toItems(all, viewer));
  const byId = new Map(items.map((item) => [item.id, item]));
  const itemsOf = (tracks: readonly { id: number }[]) =>
    tracks.map(({ id }) => byId.get(id)).filter((item) => item !== undefined);
  const halfHeard = isMember ? resumable(itemsOf(resumed), resumed) : [];
  const parts = [
    createPart("フォロー中の新着", "/#followed", isMember ? itemsOf(followed) : []),
    createPart("おすすめ", "/search", itemsOf(recommended)),
  ];
  const [staged] = chosen ? itemsOf([chosen.track]) : [];
  const title = chosen ? stageTitles[chosen.why] : undefined;
  return {
    tracks: itemsOf(newest),
    next: page.next,
    stage: staged
      ? {
          track: {
            ...staged,
            turns: encodeTurns(cues),
            ...(chosen?.why === "resume" && { from: chosen.track.positionMs / 1000 }),
          },
          isLiked: liked.size > 0,
          isRequested: chosen?.why === "asked",
          ...(title && { title }),
        }
      : null,
    resumed: halfHeard.length > 0 ? createPart("つづきから", "/history", halfHeard) : null,
    parts: parts.filter(({ tracks }) => tracks.length > 0),
    shownIds: [...shownIds],
    mix: ofMix ? offerMix(toTrackListItem(ofMix, viewer), { mix, day }) : null,
  };
}

const createPart = (name: string, path: string, tracks: TrackListItem[]): HomePart => ({
  name,
  path,
  label: `${name}の音声`,
  tracks,
  isPlaylist: false,
  next: null,
});

function showMixOf(found: readonly HomeTrack[], { viewer, day }: { viewer: Viewer | null; day: string }) {
  const rows = found.map(({ positionMs, leftMs, isHeard, at, ...row }) => ({
    ...row,
    leftAtMs: positionMs,
    listened: leftMs >= 0 && at ? { positionMs: leftMs, isHeard, at } : null,
  }));
  return showMix(rows, {
    viewer,
    minutes: toMixLength(found[0]?.chosenMinutes),
    dayStart: startOfTokyoDay(day),
  });
}

/** `track` is the one to go on with, or the first if all are heard. */
function offerMix(
  track: TrackListItem,
  { mix, day }: { mix: ReturnType<typeof showMixOf>; day: string },
): MixCardProps {
  const goesOn = firstUnheard(mix);
  const next = `/api/today?after=${track.id}${goesOn ? "&heard=0" : ""}`;
  const minutesOf = (ms: readonly number[]) =>
    Math.max(1, Math.round(ms.reduce((sum, one) => sum + one, 0) / 60_000));
  const isBegun = mix.some(({ isHeard, remainingMs, lengthMs }) => isHeard || remainingMs < lengthMs);
  const leftMinutes = minutesOf(mix.map(({ remainingMs }) => remainingMs));
  return {
    queue: { name: dailyMixName, path: mixQueuePath(day), tracks: [track], isPlaylist: true, next },
    track,
    from: (goesOn?.fromMs ?? 0) / 1000,
    note: !goesOn
      ? "今日の分は聴き終えました"
      : isBegun
        ? `つづきから、のこり${leftMinutes}分`
        : `あなたに選んだ${minutesOf(mix.map(({ lengthMs }) => lengthMs))}分`,
    minutes: toMixLength(mix[0]?.chosenMinutes),
  };
}

/** The day's first visit makes the mix. */
async function findTodaysTracks(options: {
  viewer: Viewer | null;
  requestedId: number | null;
  now?: Date;
}): Promise<HomeTracks> {
  const { viewer, now } = options;
  const found = await findHomeTracks(options);
  if (found.mix.length > 0 || viewer?.state !== "approved") return found;
  const isNew = await makeDailyMix({ viewer, ...(now && { now }) });
  return isNew ? findHomeTracks(options) : found;
}

const toItems = (tracks: readonly Track[], viewer: Viewer | null) =>
  tracks.map((track) => toTrackListItem(track, viewer));

/** The viewer may hear only the excerpt: its length decides. */
function canResume(track: HomeTrack, viewer: Viewer | null): boolean {
  const { duration } = toTrackListItem({ ...track, labels: [] }, viewer);
  return isWorthResuming(track.positionMs / 1000, duration);
}

function resumable(items: readonly TrackListItem[], found: readonly HomeTrack[]): TrackListItem[] {
  const positions = new Map(found.map(({ id, positionMs }) => [id, positionMs / 1000]));
  return items.map((item) => {
    const from = positions.get(item.id) ?? 0;
    return { ...item, from, note: `のこり ${formatTime(item.duration - from)}` };
  });
}

async function recommend(viewer: Viewer | null, otherIds: readonly number[]): Promise<Track[]> {
  const others = new Set(otherIds);
  const found = await recommendTracks({ viewer });
  return separateAuthors(found.filter(({ id }) => !others.has(id))).slice(0, maxRecommended);
}
