import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { db } from "#db/client.ts";
import { noIndexHint } from "#db/no-index-hint.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { Track } from "../track.ts";
import { selectTracks, withLabels } from "./select-tracks.server.ts";
import { isListedFor } from "./track-listing.server.ts";
import { visibleTo } from "./track-visibility.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** For so long the best kept tracks are not looked for again (ms), and where there were none. */
const cacheMs = 60_000;
const emptyCacheMs = 5000;
/** Best kept tracks of all authors among which one of an established author is looked for. */
const maxCandidates = 1000;
/** How many are remembered: one that is hidden meanwhile is replaced by the next. */
const rememberedCount = 5;

type Candidate = Pick<Track, "id" | "userId" | "isVisible" | "uploadedAt">;

/**
 * The track that home shows first: `requestedId`, else `defaultId` if it is a visible track of the official account, else
 * this account's newest one, of those of `found`, which the viewer may see; null when there is none of these.
 */
export function chooseInitialTrack<Found extends Candidate>(options: {
  requestedId: number | null;
  defaultId: number;
  found: readonly Found[];
}): Found | null {
  const { requestedId, defaultId, found } = options;
  const official = found
    .filter(({ userId, isVisible }) => userId === officialAccount.id && isVisible)
    .sort((a, b) => b.uploadedAt.getTime() - a.uploadedAt.getTime() || b.id - a.id);
  return (
    found.find(({ id }) => id === requestedId) ??
    official.find(({ id }) => id === defaultId) ??
    official[0] ??
    null
  );
}

/**
 * The track that home shows first: `requestedId` if the viewer may see it, else the one of `FIRST_TRACK_ID` if it is a
 * visible track of the official account, else this account's newest one, else the best kept one by an established author
 * (`findBestKept`). Never the newest post as such: anybody's first track would greet every visitor. Null when there is none.
 */
export async function findInitialTrack(options: {
  viewer: { id: string } | null;
  requestedId: number | null;
  now?: Date;
}): Promise<Track | null> {
  const { viewer, requestedId, now = new Date() } = options;
  const viewerId = viewer?.id ?? "";
  const defaultId = environment().FIRST_TRACK_ID;
  const ids = requestedId === null ? [defaultId] : [requestedId, defaultId];
  const found = await selectAskedAndOfficial(db, { ids, viewerId });
  const chosen = chooseInitialTrack({ requestedId, defaultId, found }) ?? (await findKept(viewerId, now));
  const [labelled] = chosen ? await withLabels([chosen]) : [];
  return labelled ?? null;
}

const newestOfficial = sql`(select official.id from ${tracks} as official
  where official.user_id = ${officialAccount.id} and ${isTrue("official")}
  order by official.uploaded_at desc, official.id desc limit 1)`;

const selectAskedAndOfficial = prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
  selectTracks(on).where(
    and(
      or(isOneOf(tracks.id, value("ids")), sql`${tracks.id} = ${newestOfficial}`),
      visibleTo({ id: value("viewerId") }),
    ),
  ),
);

const selectVisible = prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
  selectTracks(on).where(and(isOneOf(tracks.id, value("ids")), visibleTo({ id: value("viewerId") }))),
);

let bestKept: { ids: number[]; until: number } | undefined;

/** The first of the best kept tracks that is public now. */
async function findKept(viewerId: string, now: Date): Promise<Omit<Track, "labels"> | null> {
  const at = now.getTime();
  if (!bestKept || bestKept.until <= at || bestKept.until > at + cacheMs) {
    const ids = await findBestKept(now);
    bestKept = { ids, until: at + (ids.length > 0 ? cacheMs : emptyCacheMs) };
  }
  const { ids } = bestKept;
  if (ids.length === 0) return null;
  const found = (await selectVisible(db, { ids, viewerId })).filter(({ isVisible }) => isVisible);
  return ids.map((id) => found.find((track) => track.id === id)).find(Boolean) ?? null;
}

/**
 * Ids of the tracks that most members keep (likes and places in playlists), the newest of equal ones first, by authors of
 * whom three public tracks are older than a day; all of them tracks that visitors are shown in lists.
 */
export const findBestKept = (now: Date): Promise<number[]> =>
  selectBestKept(db, { before: new Date(now.getTime() - dayMs) }).then((rows) => rows.map(({ id }) => id));

const kept = sql`(${tracks.likeCount} + ${tracks.bookmarkCount})`;

/** The third oldest public track of the author is older than a day. */
const selectBestKept = prepared((on, value: ValuesOf<{ before: Date }>) => {
  const best = on
    .select({ id: tracks.id })
    .from(tracks)
    .orderBy(desc(kept), desc(tracks.id))
    .limit(maxCandidates)
    .as("best");
  return on
    .select({ id: tracks.id })
    .from(best)
    .innerJoin(tracks, eq(tracks.id, best.id))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        isListedFor("visitors"),
        sql`(select older.id from ${tracks} as older where older.user_id = ${tracks.userId} and ${isTrue("older")}
          and older.uploaded_at < ${sql.param(value("before"), tracks.uploadedAt)}
          order by older.uploaded_at, older.id limit 1 offset 2) is not null`,
      ),
    )
    .orderBy(desc(kept), desc(tracks.id))
    .limit(rememberedCount);
});

/** That the track under this name is marked as visible. */
function isTrue(name: "official" | "older"): SQL {
  return noIndexHint(sql`${sql.raw(name)}.is_visible = ${sql.param(true, tracks.isVisible)}`);
}
