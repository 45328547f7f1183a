import { and, eq, lte } from "drizzle-orm";
import { write } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import { NotFound } from "../domain-error.ts";
import { markRead } from "./mark-read.server.ts";

/**
 * Marks a notification read, with those that are shown as one with it and came before: what joins while it is being
 * read stays unread (spec 2 §4). Throws `NotFound`, for somebody else's and for one that was taken back too.
 */
export async function readNotification(options: { viewer: { id: string }; id: number }): Promise<void> {
  const { viewer, id } = options;
  await write(async (tx) => {
    const [shown] = await tx
      .select({ bundle: notifications.bundle })
      .from(notifications)
      .where(and(eq(notifications.id, id), eq(notifications.userId, viewer.id)));
    if (!shown) throw new NotFound("通知が見つかりません");
    const which = and(eq(notifications.bundle, shown.bundle), lte(notifications.id, id));
    await markRead(tx, { userId: viewer.id, which });
  });
}
