import { and, desc, eq, sql } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import type { FollowRecord } from "#app/features/people/person.ts";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { primary } from "#db/client.ts";
import { memberBlocks, users } from "#db/schema/index.ts";
import type { Blocker } from "./is-blocked.server.ts";

interface BlockedPage {
  records: FollowRecord[];
  next: string | null;
}

/** Approved accounts that the viewer blocks, latest first. `limit` 1–100. From the primary: asked right after a change. */
export async function listBlocked(options: {
  viewer: Blocker;
  limit: number;
  cursor?: string | undefined;
}): Promise<BlockedPage> {
  const { viewer, limit } = options;
  if (!viewer.blocksAnyone) return { records: [], next: null };
  const { id, createdAt } = memberBlocks;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${createdAt}, ${id}) < (${sql.param(cursor.at, createdAt)}, ${cursor.id})`
    : undefined;
  const found = await primary
    .select({
      id,
      createdAt,
      person: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
      premium: { isPremium: users.isPremium, premiumEndDate: users.premiumEndDate },
    })
    .from(memberBlocks)
    .innerJoin(users, eq(users.id, memberBlocks.blockedId))
    .where(and(eq(memberBlocks.blockerId, viewer.id), eq(users.state, "approved"), after))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.createdAt, id: last.id }));
  return {
    records: shown.map(({ premium, person, ...record }) => ({
      ...record,
      person: { ...person, isPremium: isPremium(premium) },
    })),
    next,
  };
}
