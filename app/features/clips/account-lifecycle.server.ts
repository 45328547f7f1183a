import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { clips } from "#db/schema/index.ts";
import { clipPath } from "./clip.ts";

export const clipsAccountLifecycle: AccountLifecycle = {
  name: "clips",
  exports: {
    clips: exportedField({
      schema: z.array(
        z.object({
          path: z.string(),
          trackId: z.int(),
          firstTurn: z.int(),
          firstSentence: z.int(),
          lastTurn: z.int(),
          lastSentence: z.int(),
          createdAt: z.date(),
        }),
      ),
      read: async (userId) => {
        const rows = await db
          .select()
          .from(clips)
          .where(eq(clips.userId, userId))
          .orderBy(asc(clips.createdAt), asc(clips.id));
        return rows.map(({ id, userId: _, ...clip }) => ({ path: clipPath({ id }), ...clip }));
      },
    }),
  },
};
