import { z } from "zod";

export const premiumStatusReply = z
  .object({
    isPremium: z.boolean(),
    endDate: z.date().nullable().describe("終了する時刻。プレミアムでないときと、終わりがないときはnull"),
    daysRemaining: z.int().nullable().describe("終了までの日数（始まった日を含む）"),
  })
  .meta({ id: "PremiumStatus", description: "プレミアムの状態です。" });

export const speedTrialReply = z.object({
  speedTrialEndsAt: z.date().nullable().describe("お試しが終わる時刻。プレミアム会員はnull"),
});
