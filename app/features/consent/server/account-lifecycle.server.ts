import { eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { consents } from "#db/schema/index.ts";

export const consentAccountLifecycle: AccountLifecycle = {
  name: "consent",
  exports: {
    consents: exportedField({
      schema: z.array(
        z.object({
          id: z.string(),
          cookieConsent: z.boolean(),
          analyticsConsent: z.boolean(),
          updatedAt: z.date(),
        }),
      ),
      read: async (userId) =>
        db
          .select({
            id: consents.id,
            cookieConsent: consents.cookieConsent,
            analyticsConsent: consents.analyticsConsent,
            updatedAt: consents.updatedAt,
          })
          .from(consents)
          .where(eq(consents.userId, userId)),
    }),
  },
};
