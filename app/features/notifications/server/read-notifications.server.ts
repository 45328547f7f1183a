import { and, eq, inArray, lte, or } from "drizzle-orm";
import { write } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import { markRead } from "./mark-read.server.ts";

/**
 * Marks notifications read, each with those that are shown as one with it and came before: what joins while it is being
 * read stays unread (spec 2 §4). Passes over somebody else's, and what was taken back. Returns how many were found.
 */
export async function readNotifications(options: {
  viewer: { id: string };
  ids: readonly number[];
}): Promise<number> {
  const { viewer, ids } = options;
  return write(async (tx) => {
    const shown = await tx
      .select({ id: notifications.id, bundle: notifications.bundle })
      .from(notifications)
      .where(and(inArray(notifications.id, [...ids]), eq(notifications.userId, viewer.id)));
    if (shown.length === 0) return 0;
    const each = shown.map(({ id, bundle }) =>
      and(eq(notifications.bundle, bundle), lte(notifications.id, id)),
    );
    await markRead(tx, { userId: viewer.id, which: or(...each) });
    return shown.length;
  });
}
