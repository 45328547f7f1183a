import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { memberBlocks, users } from "#db/schema/index.ts";

/** The export names only approved people, and nobody who blocks the member. */
export const blocksAccountLifecycle: AccountLifecycle = {
  name: "blocks",
  exports: {
    blockedMembers: exportedField({
      schema: z.array(z.object({ name: z.string(), path: z.string(), since: z.date() })),
      async read(userId) {
        const rows = await db
          .select({
            id: users.id,
            name: users.name,
            customUserId: users.customUserId,
            since: memberBlocks.createdAt,
          })
          .from(memberBlocks)
          .innerJoin(users, eq(users.id, memberBlocks.blockedId))
          .where(and(eq(memberBlocks.blockerId, userId), eq(users.state, "approved")))
          .orderBy(asc(memberBlocks.createdAt), asc(memberBlocks.id));
        return rows.map((row) => ({ name: row.name, path: profilePath(row), since: row.since }));
      },
    }),
  },
};
