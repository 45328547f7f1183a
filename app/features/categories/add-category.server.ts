import { eq } from "drizzle-orm";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { write } from "#db/client.ts";
import { labels } from "#db/schema/index.ts";
import { foldText } from "#db/search.ts";
import type { Category } from "./category.ts";

/** Adds a category of this name unless there is one. Throws `NotAuthenticated` when the account has gone meanwhile. */
export function addCategory(options: {
  viewer: { id: string };
  name: string;
}): Promise<{ category: Category; isNew: boolean }> {
  const { viewer, name } = options;
  return write(async (tx) => {
    await keepAccount(tx, viewer.id);
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
