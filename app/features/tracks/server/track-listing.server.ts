import { and, eq, exists, gt, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { now as databaseNow } from "#db/prepared.ts";
import { invitations, tracks, users } from "#db/schema/index.ts";

const newAccountMs = 7 * dayMs;
const waitMs = dayMs;
/** `tracks.listedFrom` of a track reported while it waited: only an operator lists it. */
export const whenReviewed = new Date("9999-12-31T00:00:00Z");

export type Audience = "members" | "visitors";

/** Approved members, and everybody else; all count as members where `HOLD_NEW_AUTHORS` is `off`. */
export function audienceOf(viewer: Pick<Viewer, "state"> | null): Audience {
  const isMember = viewer?.state === "approved";
  return isMember || environment().HOLD_NEW_AUTHORS === "off" ? "members" : "visitors";
}

const listedFrom = dialect === "sqlite" ? sql`+${tracks.listedFrom}` : sql`${tracks.listedFrom}`;
const isListed = sql`(${listedFrom} is null or ${listedFrom} <= ${databaseNow})`;

/** Condition on the track's own time, for queries that join no author. */
export const isListedFrom = (audience: Audience): SQL | undefined =>
  audience === "visitors" ? isListed : undefined;

/**
 * Condition for lists of the whole site: 新着, search, おすすめ, categories, sitemaps. Members get all public tracks, visitors those
 * whose time has come (`findListingTime`). A track's page, its author's page and feed, and playlists show every public track
 * (docs/decisions/0068-new-authors.md). The query must join the author and find its tracks by something else.
 */
export const isListedFor = (audience: Audience): SQL | undefined => and(isPublic, isListedFrom(audience));

/**
 * From when visitors' lists show a track published `now`; null: at once. A new author's tracks wait a day: accounts under seven
 * days old that no operator invited. Accounts without an invitation (the official one, local sign-in) don't wait.
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

/** Until when visitors' lists do not show the track: a time, or its review; null for no wait. */
export function findWait(listedFrom: Date | null, now: Date = new Date()): Date | "review" | null {
  if (listedFrom === null || listedFrom <= now || environment().HOLD_NEW_AUTHORS === "off") return null;
  return listedFrom < whenReviewed ? listedFrom : "review";
}

/** A track reported while it waits must wait for an operator. The caller has locked it. */
export async function unlistUntilReviewed(
  tx: Db,
  { trackId, now }: { trackId: number; now: Date },
): Promise<void> {
  await tx
    .update(tracks)
    .set({ listedFrom: whenReviewed })
    .where(and(eq(tracks.id, trackId), gt(tracks.listedFrom, now), lt(tracks.listedFrom, whenReviewed)));
}
