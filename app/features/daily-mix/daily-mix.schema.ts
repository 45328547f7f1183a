import { z } from "zod";
import { trackReply } from "#app/features/tracks/tracks.schema.ts";
import { mixReasons } from "#db/schema/index.ts";
import { mixLengths } from "./daily-mix.ts";

export const dailyMixForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("length"),
      minutes: z
        .enum(mixLengths.map(String), { error: "長さを選んでください" })
        .transform((text) => mixLengths.find((length) => String(length) === text) ?? mixLengths[0]),
      returnTo: z.literal("home", { error: "この操作はできません" }).optional(),
    }),
    z.object({ intent: z.literal("feed-renew") }),
    z.object({ intent: z.literal("feed-revoke") }),
  ],
  { error: "この操作はできません" },
);

export const mixItemReply = trackReply
  .extend({
    reason: z.enum(mixReasons),
    reasonText: z.string().describe("なぜ入っているか"),
    isHeard: z.boolean().describe("今日、聴き終えたか"),
    from: z.number().describe("聴きかけの位置（秒）。はじめからなら0"),
  })
  .meta({ id: "DailyMixItem", description: "今日の無限の音声と、入っている理由です。" });
