import { eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import type { Bundle } from "../bundle.ts";
import { selectBundles } from "./select-bundles.server.ts";

/** What a member has not read of a bundle, told as one; null when they have read all of it. */
export async function findUnreadBundle(options: { userId: string; bundle: string }): Promise<Bundle | null> {
  const { userId, bundle } = options;
  const where = eq(notifications.bundle, bundle);
  const [found] = await selectBundles(primary, { userId, where, limit: 1 });
  return found && !found.isRead ? { ...found, bundleCount: found.unreadCount } : null;
}
