import { and, eq, inArray, or, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type Db, primary } from "#db/client.ts";
import { memberBlocks } from "#db/schema/index.ts";

/** Whose lists leave out whom they block. */
export type Blocker = Pick<Viewer, "id" | "blocksAnyone">;

/**
 * Condition for every list that shows `viewer` what others publish, or others: `author` (a column with a member's id) is not
 * blocked by the viewer. Undefined, and so free, for visitors and for members who block nobody
 * (docs/decisions/0141-blocks.md).
 */
export function notBlockedBy(
  viewer: { id: string | Placeholder; blocksAnyone: boolean } | null,
  author: SQLWrapper,
): SQL | undefined {
  return viewer?.blocksAnyone
    ? sql`not exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${viewer.id} and ${memberBlocks.blockedId} = ${author})`
    : undefined;
}

/** Condition: one of two members blocks the other. */
export const blockExists = (one: SQLWrapper | string, other: SQLWrapper | string): SQL =>
  sql`exists (select 1 from ${memberBlocks} where (${memberBlocks.blockerId} = ${one} and ${memberBlocks.blockedId} = ${other})
    or (${memberBlocks.blockerId} = ${other} and ${memberBlocks.blockedId} = ${one}))`;

/** Whether one member blocks another. */
export async function isBlockedBy(
  tx: Db,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<boolean> {
  const found = await tx
    .select({ id: memberBlocks.id })
    .from(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, blockerId), eq(memberBlocks.blockedId, blockedId)));
  return found.length > 0;
}

/** Whether the viewer blocks a member: their page opens, and says so. */
export async function isBlocked(options: { viewer: Blocker | null; userId: string }): Promise<boolean> {
  const { viewer, userId } = options;
  return (
    Boolean(viewer?.blocksAnyone) && isBlockedBy(primary, { blockerId: viewer?.id ?? "", blockedId: userId })
  );
}

/** Those `among` members who block `userId` or are blocked by that member. */
export async function findBlockedAmong(
  tx: Db,
  { userId, among }: { userId: string; among: readonly string[] },
): Promise<Set<string>> {
  const { blockerId, blockedId } = memberBlocks;
  const found = await tx
    .select({ blockerId, blockedId })
    .from(memberBlocks)
    .where(
      or(
        and(inArray(blockerId, [...among]), eq(blockedId, userId)),
        and(eq(blockerId, userId), inArray(blockedId, [...among])),
      ),
    );
  return new Set(found.flatMap((row) => [row.blockerId, row.blockedId]));
}
