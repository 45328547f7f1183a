import { eq } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { write } from "#db/client.ts";
import { labels } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import type { CategoryReply } from "./category.ts";

/** Adds a category unless there is one with this name. Throws `NotAuthenticated` when the account was deleted. */
export function addCategory(options: {
  viewer: { id: string };
  name: string;
}): Promise<{ category: CategoryReply; isNew: boolean }> {
  const { viewer, name } = options;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    const [added] = await tx
      .insert(labels)
      .values({ name, folded: foldText(name) })
      .onConflictDoNothing()
      .returning({ id: labels.id });
    const [category] = await tx
      .select({ name: labels.name, usageCount: labels.usageCount })
      .from(labels)
      .where(eq(labels.name, name));
    return { category: category ?? { name, usageCount: 0 }, isNew: added !== undefined };
  });
}
