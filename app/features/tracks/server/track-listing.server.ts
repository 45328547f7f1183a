import { and, eq, exists, gt, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { now as databaseNow } from "#db/prepared.ts";
import { invitations, tracks, users } from "#db/schema/index.ts";
import { isPublic } from "./track-visibility.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** How long an account counts as new (ms). */
const newAccountMs = 7 * dayMs;
/** How long a new author's track waits before visitors are shown it (ms). */
const waitMs = dayMs;
/** `tracks.listedFrom` of a track that was reported while it waited: only an operator lists it. */
export const whenReviewed = new Date("9999-12-31T00:00:00Z");

/** Whom a list of the whole site's tracks is for: visitors are shown new authors' tracks later than members. */
export type Audience = "members" | "visitors";

/** The audience that somebody belongs to: approved members, and everybody else. One where `HOLD_NEW_AUTHORS` is `off`. */
export function audienceOf(viewer: Pick<Viewer, "state"> | null): Audience {
  const isMember = viewer?.state === "approved";
  return isMember || environment().HOLD_NEW_AUTHORS === "off" ? "members" : "visitors";
}

const listedFrom = dialect === "sqlite" ? sql`+${tracks.listedFrom}` : sql`${tracks.listedFrom}`;
const isListed = sql`(${listedFrom} is null or ${listedFrom} <= ${databaseNow})`;

/** Condition on the track's own moment, for queries that join no author. */
export const isListedFrom = (audience: Audience): SQL | undefined =>
  audience === "visitors" ? isListed : undefined;

/**
 * Condition for the tracks that lists of the whole site show: 新着, search, おすすめ, categories, sitemaps. Members: all public
 * ones. Visitors: those whose time has come (`findListingTime`). What leads to one track, its author's page and feed, and
 * playlists show every public track (docs/decisions/0068-new-authors.md). The query must join the author, and find its
 * tracks by something else.
 */
export const isListedFor = (audience: Audience): SQL | undefined => and(isPublic, isListedFrom(audience));

/**
 * From when visitors' lists show what an author publishes `now`; null for at once. A new author's tracks wait a day: the
 * account is under seven days old, and was opened with an invitation that was not the operator's. Accounts without any
 * invitation are the official one and those of a local sign-in, which only the operator's own machine offers.
 */
export async function findListingTime(
  tx: Db,
  { authorId, now }: { authorId: string; now: Date },
): Promise<Date | null> {
  if (environment().HOLD_NEW_AUTHORS === "off") return null;
  const isOperators = exists(
    tx
      .select({ code: invitations.code })
      .from(invitations)
      .where(
        and(
          eq(invitations.code, users.invitedWith),
          or(isNull(invitations.ownerId), eq(invitations.ownerId, officialAccount.id)),
        ),
      ),
  );
  const [isNew] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, authorId),
        ne(users.provider, "system"),
        gt(users.createdAt, new Date(now.getTime() - newAccountMs)),
        isNotNull(users.invitedWith),
        not(isOperators),
      ),
    );
  return isNew ? new Date(now.getTime() + waitMs) : null;
}

/** Until when visitors' lists do not show a track with this `listedFrom`: a moment, or its review; null for no wait. */
export function findWait(listedFrom: Date | null, now: Date = new Date()): Date | "review" | null {
  if (listedFrom === null || listedFrom <= now || environment().HOLD_NEW_AUTHORS === "off") return null;
  return listedFrom < whenReviewed ? listedFrom : "review";
}

/** A track that is reported while it waits for visitors' lists waits for an operator from now on. The caller has locked it. */
export async function unlistUntilReviewed(
  tx: Db,
  { trackId, now }: { trackId: number; now: Date },
): Promise<void> {
  await tx
    .update(tracks)
    .set({ listedFrom: whenReviewed })
    .where(and(eq(tracks.id, trackId), gt(tracks.listedFrom, now), lt(tracks.listedFrom, whenReviewed)));
}
