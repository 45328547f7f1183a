import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { narrationReply } from "#app/features/creation/narration/narration.schema.ts";
import { presentNarration } from "#app/features/creation/narration/narration.server.ts";
import { db } from "#db/client.ts";
import { series } from "#db/schema/index.ts";
import { readEpisodes } from "./series-rows.server.ts";

/** Series and waiting texts are deleted with the account. */
export const seriesAccountLifecycle: AccountLifecycle = {
  name: "series",
  exports: {
    series: exportedField({
      schema: z.array(
        z.object({
          title: z.string(),
          category: z.string(),
          playlistId: z.int().nullable(),
          presentation: narrationReply,
          days: z.array(z.int()).describe("公開する曜日（0は日曜日）。空なら、できしだい"),
          hour: z.int().describe("公開する時刻（日本時間）"),
          state: z.enum(["active", "paused", "ended"]),
          nextAt: z.date().describe("次の回を公開する日時"),
          problem: z.string().nullable().describe("止まっている理由"),
          createdAt: z.date(),
          episodes: z.array(
            z.object({
              number: z.int().nullable().describe("nullは、やめた回"),
              heading: z.string(),
              text: z.string().describe("まだ公開していない回の文章"),
              seconds: z.int(),
              state: z.enum(["waiting", "making", "published", "dropped"]),
              trackId: z.int().nullable(),
            }),
          ),
        }),
      ),
      async read(userId) {
        const rows = await db
          .select()
          .from(series)
          .where(eq(series.userId, userId))
          .orderBy(asc(series.createdAt));
        return Promise.all(
          rows.map(async ({ id, userId: _, narration, checkAt: _checked, updatedAt: _updated, ...row }) => ({
            ...row,
            presentation: presentNarration(narration),
            episodes: (await readEpisodes(db, id)).map(
              ({ number, heading, text, seconds, state, trackId }) => ({
                ...{ number, heading, text, seconds, state, trackId },
              }),
            ),
          })),
        );
      },
    }),
  },
};
