import { eq, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { isMarkedVisible, visibleTo } from "#app/features/access/track-visibility.server.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import type { MixReason } from "#app/features/daily-mix/daily-mix.ts";
import { minResumePosition, minResumeRemaining } from "#app/features/playback/playback.ts";
import { trackColumns } from "#app/features/tracks/server/select-tracks.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { dailyMixes, dailyMixItems, follows, listeningHistory, tracks, users } from "#db/schema/index.ts";
import { findMostSaved, type MostSaved } from "./find-most-saved.server.ts";

const followedDays = 14;
/** Bounds the search for half-heard tracks. */
const maxHistory = 60;
/** More than home shows: the rest replaces tracks that fall away. */
const maxHeard = 8;
const maxFollowed = 12;

export type HomeTrack = Awaited<ReturnType<ReturnType<typeof prepareHomeTracks>>>[number];

/** Finds all of home but its endless lists with one statement, and the most saved tracks once a minute. */
export async function findHomeTracks(options: {
  viewer: Blocker | null;
  requestedId: number | null;
  now?: Date;
}) {
  const { viewer, requestedId, now = new Date() } = options;
  const best = await findMostSaved(now);
  const specifiedId = environment().FIRST_TRACK_ID;
  const select = viewer?.blocksAnyone ? selectWithoutBlocked : selectHomeTracks;
  const rows = await select(db, {
    viewerId: viewer?.id ?? "",
    requestedId: requestedId ?? 0,
    ids: [...new Set([requestedId ?? specifiedId, specifiedId, ...best.ofWeek, ...best.ofAll])],
    since: new Date(now.getTime() - followedDays * dayMs),
    now,
    day: tokyoDay(now),
  });
  return sortOut(rows, { requestedId, specifiedId, best });
}

/** All public, except `asked`, which the viewer may see. */
export type HomeTracks = ReturnType<typeof sortOut>;

function sortOut(
  rows: readonly HomeTrack[],
  { requestedId, specifiedId, best }: { requestedId: number | null; specifiedId: number; best: MostSaved },
) {
  const isPublic = ({ isVisible }: HomeTrack) => isVisible;
  const of = (kind: HomeTrack["kind"]) =>
    rows
      .filter((row) => row.kind === kind && isPublic(row))
      .sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) || b.id - a.id);
  const byId = new Map(rows.flatMap((row) => (row.kind === "named" ? [[row.id, row] as const] : [])));
  const firstOf = (ids: readonly number[]) =>
    ids.map((id) => byId.get(id)).find((track) => track !== undefined && isPublic(track)) ?? null;
  const specified = firstOf([specifiedId]);
  return {
    asked: (requestedId !== null && byId.get(requestedId)) || null,
    /** What the viewer left half heard at `positionMs`, the last first. */
    heard: of("heard"),
    featured: of("featured")[0] ?? null,
    specified: specified?.userId === officialAccount.id ? specified : null,
    newestOfficial: of("official")[0] ?? null,
    bestOfWeek: firstOf(best.ofWeek),
    bestOfAll: firstOf(best.ofAll),
    followed: of("followed"),
    /** All that was chosen for 今日の無限 (`showMix`), in its order, each of which begins at `positionMs`; empty if not yet made. */
    mix: rows.filter(({ kind, isVisible }) => kind === "mix" && isVisible).sort((a, b) => a.place - b.place),
  };
}

type Kind = "mix" | "heard" | "followed" | "official" | "featured" | "named";

/** Postgres needs a type where no row has a timestamp. */
const noTime = dialect === "sqlite" ? sql`null` : sql`cast(null as timestamptz)`;
const notInMix = sql`0 as place, '' as reason, 0 as chosen_minutes, -1 as left_ms, 0 as is_heard`;

const isAuthorApproved = noIndexHint(eq(users.state, "approved"));

interface HomeValues extends Record<string, unknown> {
  viewerId: string;
  requestedId: number;
  ids: number[];
  since: Date;
  now: Date;
  day: string;
}

/** Nobody follows whom they block, so フォロー中の新着 asks nothing. */
const prepareHomeTracks = (blocksAnyone: boolean) =>
  prepared((on, value: ValuesOf<HomeValues>) => {
    const notBlocked = notBlockedBy({ id: value("viewerId"), blocksAnyone }, tracks.userId);
    const andNotBlocked = notBlocked ? sql`and ${notBlocked}` : sql``;
    const mayStage = notBlocked ? sql`and (${notBlocked} or ${tracks.id} = ${value("requestedId")})` : sql``;
    const { userId, trackId, listenedAt, positionMs, isHeard } = listeningHistory;
    const recent = sql`select ${trackId} as track_id, ${positionMs} as position_ms, ${listenedAt} as listened_at
      from ${listeningHistory} where ${userId} = ${value("viewerId")}
      order by ${listenedAt} desc, ${trackId} desc limit ${sql.raw(String(maxHistory))}`;
    const heard = sql`select 'heard' as kind, recent.track_id as id, recent.position_ms as position_ms, ${notInMix}, recent.listened_at as happened
      from (${recent}) as recent join ${tracks} on ${tracks.id} = recent.track_id
      where recent.position_ms >= ${sql.raw(String(minResumePosition * 1000))}
        and recent.position_ms <= ${tracks.durationMs} - ${sql.raw(String(minResumeRemaining * 1000))}
        and ${isMarkedVisible} ${andNotBlocked}
      order by recent.listened_at desc limit ${sql.raw(String(maxHeard))}`;
    const followed = sql`select 'followed' as kind, ${tracks.id} as id, 0 as position_ms, ${notInMix}, ${tracks.uploadedAt} as happened
      from ${follows} join ${tracks} on ${tracks.userId} = ${follows.followingId} join ${users} on ${users.id} = ${tracks.userId}
      where ${follows.followerId} = ${value("viewerId")} and ${isMarkedVisible} and ${isAuthorApproved}
        and ${tracks.uploadedAt} > ${sql.param(value("since"), tracks.uploadedAt)}
      order by ${tracks.uploadedAt} desc, ${tracks.id} desc limit ${sql.raw(String(maxFollowed))}`;
    const official = sql`select 'official' as kind, ${tracks.id} as id, 0 as position_ms, ${notInMix}, ${noTime} as happened
      from ${tracks} where ${tracks.userId} = ${officialAccount.id} and ${isMarkedVisible} ${andNotBlocked}
      order by ${tracks.uploadedAt} desc, ${tracks.id} desc limit 1`;
    const featured = sql`select 'featured' as kind, ${tracks.id} as id, 0 as position_ms, ${notInMix}, ${tracks.featuredFrom} as happened
      from ${tracks} where ${tracks.featuredFrom} <= ${sql.param(value("now"), tracks.featuredFrom)}
        and ${tracks.featuredUntil} > ${sql.param(value("now"), tracks.featuredFrom)} and ${isMarkedVisible} ${andNotBlocked}
      order by ${tracks.featuredFrom} desc, ${tracks.id} desc limit 3`;
    const named = sql`select 'named' as kind, ${tracks.id} as id, 0 as position_ms, ${notInMix}, ${noTime} as happened
      from ${tracks} where ${isOneOf(tracks.id, value("ids"))} ${mayStage}`;
    const mix = sql`select 'mix' as kind, ${tracks.id} as id, ${dailyMixItems.fromMs} as position_ms, ${dailyMixItems.position} as place,
        ${dailyMixItems.reason} as reason, ${dailyMixes.minutes} as chosen_minutes, coalesce(${positionMs}, -1) as left_ms,
        case when ${isHeard} then 1 else 0 end as is_heard, ${listenedAt} as happened
      from ${dailyMixes} join ${dailyMixItems} on ${dailyMixItems.userId} = ${dailyMixes.userId}
        join ${tracks} on ${tracks.id} = ${dailyMixItems.trackId} join ${users} on ${users.id} = ${tracks.userId}
        left join ${listeningHistory} on ${userId} = ${dailyMixItems.userId} and ${trackId} = ${dailyMixItems.trackId}
      where ${dailyMixes.userId} = ${value("viewerId")} and ${dailyMixes.day} = ${value("day")}
        and ${isMarkedVisible} and ${isAuthorApproved} ${andNotBlocked}`;
    // SQLite allows an order and a limit only at the end, so each part is a subquery.
    const parts = [heard, followed, official, featured, named, mix].map(
      (part) => sql`select * from (${part}) as part`,
    );
    return on
      .select({
        ...trackColumns,
        kind: sql<Kind>`found.kind`,
        positionMs: sql<number>`found.position_ms`.mapWith(Number),
        place: sql<number>`found.place`.mapWith(Number),
        reason: sql<MixReason>`found.reason`,
        leftMs: sql<number>`found.left_ms`.mapWith(Number),
        isHeard: sql<boolean>`found.is_heard`.mapWith(Boolean),
        chosenMinutes: sql<number>`found.chosen_minutes`.mapWith(Number),
        at: sql<Date | null>`found.happened`.mapWith(listenedAt),
      })
      .from(sql`(${sql.join(parts, sql` union all `)}) as found`)
      .innerJoin(tracks, sql`${tracks.id} = found.id`)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(visibleTo({ id: value("viewerId") }));
  });
const selectHomeTracks = prepareHomeTracks(false);
const selectWithoutBlocked = prepareHomeTracks(true);
