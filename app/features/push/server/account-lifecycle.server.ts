import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";

export const pushAccountLifecycle: AccountLifecycle = {
  name: "push",
  exports: {
    pushSubscriptions: exportedField({
      schema: z.array(
        z.object({
          service: z.string().describe("プッシュ通知を届けるサービス"),
          waiting: z.int().describe("これから届く通知の数"),
          createdAt: z.date(),
        }),
      ),
      async read(userId) {
        const rows = await db
          .select()
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.userId, userId))
          .orderBy(asc(pushSubscriptions.createdAt));
        const described = [];
        for (const { id, endpoint, createdAt } of rows) {
          const isWaiting = gt(pushDeliveries.version, pushDeliveries.sentVersion);
          const ofDevice = eq(pushDeliveries.subscriptionId, id);
          const waiting = await db.$count(pushDeliveries, and(ofDevice, isWaiting));
          described.push({ service: new URL(endpoint).host, waiting, createdAt });
        }
        return described;
      },
    }),
  },
};
