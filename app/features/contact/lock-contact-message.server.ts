import { eq } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { contactMessages } from "#db/schema/index.ts";
import { messageState, messageStateLabels } from "./contact.ts";

/**
 * Locks a message until `tx` ends, its sender's account before it. Returns its current row. With `seenVersion` it throws
 * `Conflict` when somebody has replied or changed the state since: two tabs never overwrite each other unseen. Throws
 * `NotFound` when it has gone.
 */
export async function lockContactMessage(
  tx: Db,
  options: { id: number; seenVersion?: number | undefined },
): Promise<typeof contactMessages.$inferSelect> {
  const { id, seenVersion } = options;
  const [sender] = await tx
    .select({ userId: contactMessages.userId })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  if (sender?.userId) await lockUsersForShare(tx, [sender.userId]);
  const [message] = await forUpdate(
    tx.select().from(contactMessages).where(eq(contactMessages.id, id)),
    "no key update",
  );
  if (!message) throw new NotFound("お問い合わせが見つかりません");
  if (seenVersion !== undefined && message.version !== seenVersion)
    throw new Conflict(
      `ほかの画面で先に操作されました。いまは「${messageStateLabels[messageState(message)]}」です。内容を確かめてから、もう一度お試しください。`,
    );
  return message;
}
