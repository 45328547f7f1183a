import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { dailyMixes, dailyMixItems, mixReasons, tracks, users } from "#db/schema/index.ts";

export const dailyMixAccountLifecycle: AccountLifecycle = {
  name: "daily-mix",
  exports: {
    dailyMix: exportedField({
      schema: z
        .object({
          minutes: z.int(),
          day: z.string().nullable().describe("選んだ日"),
          feedCreatedAt: z.date().nullable().describe("フィードのアドレスを作った日時"),
          items: z.array(
            z.object({
              trackId: z.int(),
              title: z.string().nullable(),
              reason: z.enum(mixReasons),
              from: z.number().describe("秒"),
            }),
          ),
        })
        .nullable()
        .describe("今日の無限"),
      async read(userId) {
        const [mix] = await db
          .select({
            minutes: dailyMixes.minutes,
            day: dailyMixes.day,
            feedCreatedAt: dailyMixes.feedCreatedAt,
          })
          .from(dailyMixes)
          .where(eq(dailyMixes.userId, userId));
        if (!mix) return null;
        const items = await db
          .select({
            trackId: dailyMixItems.trackId,
            title: titleVisibleTo({ id: userId }),
            reason: dailyMixItems.reason,
            fromMs: dailyMixItems.fromMs,
          })
          .from(dailyMixItems)
          .innerJoin(tracks, eq(tracks.id, dailyMixItems.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(dailyMixItems.userId, userId))
          .orderBy(asc(dailyMixItems.position));
        return { ...mix, items: items.map(({ fromMs, ...item }) => ({ ...item, from: fromMs / 1000 })) };
      },
    }),
  },
};
