import { and, desc, eq, sql } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { follows, users } from "#db/schema/index.ts";
import type { FollowRecord } from "../person.ts";

interface FollowPage {
  records: FollowRecord[];
  next: string | null;
}

interface FollowListOptions {
  viewer: Blocker | null;
  userId: string;
  limit: number;
  cursor?: string | undefined;
}

/** Approved followers of a member, latest first, without whom the viewer blocks. `limit` 1–100. */
export function listFollowers(options: FollowListOptions): Promise<FollowPage> {
  return page(options, { member: follows.followingId, other: follows.followerId });
}

/** Approved accounts that a member follows, latest first, without whom the viewer blocks. `limit` 1–100. */
export function listFollowing(options: FollowListOptions): Promise<FollowPage> {
  return page(options, { member: follows.followerId, other: follows.followingId });
}

type Side = typeof follows.followerId | typeof follows.followingId;

async function page(options: FollowListOptions, side: { member: Side; other: Side }): Promise<FollowPage> {
  const { viewer, userId, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  // Compared as a pair, so that both databases enter the index at the cursor however deep it lies.
  const after = cursor
    ? sql`(${follows.createdAt}, ${follows.id}) < (${sql.param(cursor.at, follows.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({
      id: follows.id,
      createdAt: follows.createdAt,
      userId: users.id,
      name: users.name,
      picture: users.picture,
      customUserId: users.customUserId,
      isPremium: users.isPremium,
      premiumEndDate: users.premiumEndDate,
    })
    .from(follows)
    .innerJoin(users, eq(users.id, side.other))
    .where(and(eq(side.member, userId), eq(users.state, "approved"), notBlockedBy(viewer, side.other), after))
    .orderBy(desc(follows.createdAt), desc(follows.id))
    .limit(limit + 1);
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.createdAt, id: last.id }));
  const now = new Date();
  return {
    records: shown.map(({ id, createdAt, userId: otherId, premiumEndDate, ...other }) => ({
      id,
      createdAt,
      person: { ...other, id: otherId, isPremium: isPremium({ ...other, premiumEndDate }, now) },
    })),
    next,
  };
}

const selectFollow = prepared((on, value: ValuesOf<{ followerId: string; followingId: string }>) =>
  on
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.followerId, value("followerId")), eq(follows.followingId, value("followingId")))),
);

/** Whether the viewer follows someone. */
export async function isFollowing(options: { viewer: { id: string }; userId: string }): Promise<boolean> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  return (await selectFollow(primary, follow)).length > 0;
}
