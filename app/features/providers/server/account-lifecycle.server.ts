import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { engineOutcomes, enginePurposes, engineUsage } from "#db/schema/index.ts";

/** The rows are deleted with the account; the sums of the days, which name nobody, stay. */
export const providersAccountLifecycle: AccountLifecycle = {
  name: "engines",
  exports: {
    engineUsage: exportedField({
      schema: z.array(
        z.object({
          engine: z.string(),
          purpose: z.enum(enginePurposes),
          taskId: z.string().nullable(),
          outcome: z.enum(engineOutcomes),
          characters: z.int(),
          createdAt: z.date(),
        }),
      ),
      read: async (userId) =>
        db
          .select({
            engine: engineUsage.engine,
            purpose: engineUsage.purpose,
            taskId: engineUsage.taskId,
            outcome: engineUsage.outcome,
            characters: engineUsage.characters,
            createdAt: engineUsage.createdAt,
          })
          .from(engineUsage)
          .where(eq(engineUsage.userId, userId))
          .orderBy(asc(engineUsage.day), asc(engineUsage.id)),
    }),
  },
};
