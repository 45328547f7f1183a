import { and, eq, or } from "drizzle-orm";
import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { personNotFound } from "#app/features/people/server/find-person.server.ts";
import { endFollow, lockFollowPair } from "#app/features/people/server/follow-member.server.ts";
import { write } from "#db/client.ts";
import { memberBlocks, notifications } from "#db/schema/index.ts";

/**
 * Makes the viewer, an approved member, block someone: follows between them and what was told to one of the other are gone, and
 * none come again (docs/decisions/0141-blocks.md). Idempotent. Throws `Conflict` for oneself, `NotFound` for an unknown or
 * unapproved account, and `NotAuthenticated` or `AccountNotApproved` when the viewer's own account is gone or denied.
 */
export async function blockMember(options: { viewer: { id: string }; userId: string }): Promise<void> {
  const blockerId = options.viewer.id;
  const blockedId = options.userId;
  if (blockerId === blockedId) throw new Conflict("自分自身をブロックすることはできません");
  await write(async (tx) => {
    const { follower: blocker, followed: blocked } = await lockFollowPair(tx, {
      followerId: blockerId,
      followingId: blockedId,
    });
    if (blocked.state !== "approved") throw personNotFound();
    if (blocker.state !== "approved") throw new AccountNotApproved(blocker.state);
    const [added] = await tx
      .insert(memberBlocks)
      .values({ blockerId, blockedId, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: memberBlocks.id });
    if (!added) return;
    await endFollow(tx, { follower: blocker, followed: blocked });
    await endFollow(tx, { follower: blocked, followed: blocker });
    const { userId, actorId } = notifications;
    await removeNotifications(
      tx,
      or(
        and(eq(userId, blockerId), eq(actorId, blockedId)),
        and(eq(userId, blockedId), eq(actorId, blockerId)),
      ),
    );
  });
}

/** Ends a block, also of an account that was denied since; follows do not come back. Idempotent. */
export async function unblockMember(options: { viewer: { id: string }; userId: string }): Promise<void> {
  const { viewer, userId } = options;
  await write((tx) =>
    tx
      .delete(memberBlocks)
      .where(and(eq(memberBlocks.blockerId, viewer.id), eq(memberBlocks.blockedId, userId))),
  );
}
