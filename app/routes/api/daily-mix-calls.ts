import { z } from "zod";
import { mixItemReply } from "#app/features/daily-mix/daily-mix.schema.ts";
import { presentMixItem } from "#app/features/daily-mix/present-mix.ts";
import { findDailyMix } from "#app/features/daily-mix/server/daily-mix.server.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";

export const dailyMixCalls: CallTable = {
  "/api/today": {
    GET: forMembers({
      summary: "今日の無限の音声を順に返します。",
      description: "一日のあいだ同じです。日付は日本時間です。",
      reply: z.array(mixItemReply),
      query: z.object({
        after: trackIdSchema.optional().describe("この音声より後だけを返します"),
        heard: z
          .enum(["0", "1"], { error: "heardは0か1で指定してください" })
          .optional()
          .describe("0なら、まだ聴き終えていない音声だけを返します"),
      }),
      async handle({ viewer, query: { after, heard } }) {
        const { items } = await findDailyMix({ viewer });
        const start = items.findIndex(({ track }) => track.id === after) + 1;
        return items
          .slice(start)
          .filter(({ isHeard }) => heard !== "0" || !isHeard)
          .map((item) => presentMixItem(item, viewer));
      },
    }),
  },
};
