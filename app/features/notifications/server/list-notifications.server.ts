import { lt } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { primary } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import type { Bundle } from "../bundle.ts";
import { selectBundles } from "./select-bundles.server.ts";

export interface BundlePage {
  bundles: Bundle[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/**
 * What a member was told, by bundles, the one that grew last first, a page at a time (spec 2 §7). `limit` 1–100. Not
 * from a replica: the page asks as soon as it hears of something new, and right after something was read.
 */
export async function listNotifications(options: {
  viewer: { id: string };
  limit: number;
  cursor?: string | undefined;
}): Promise<BundlePage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const found = await selectBundles(primary, {
    userId: viewer.id,
    where: cursor ? lt(notifications.id, cursor.id) : undefined,
    limit: limit + 1,
  });
  const bundles = found.slice(0, limit);
  const last = bundles.at(-1);
  return {
    bundles,
    next: found.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
