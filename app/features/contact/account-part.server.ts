import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { type AccountPart, exportedField } from "#app/features/accounts/server/account-parts.server.ts";
import { db } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";

/** What an account has written to the operator. */
export const contactAccountPart: AccountPart = {
  name: "contact",
  exports: {
    contactMessages: exportedField({
      schema: z.array(
        z.object({
          name: z.string(),
          email: z.string(),
          subject: z.string(),
          message: z.string(),
          createdAt: z.date(),
          handledAt: z.date().nullable(),
        }),
      ),
      read: async (userId) =>
        db
          .select({
            name: contactMessages.name,
            email: contactMessages.email,
            subject: contactMessages.subject,
            message: contactMessages.message,
            createdAt: contactMessages.createdAt,
            handledAt: contactMessages.handledAt,
          })
          .from(contactMessages)
          .where(eq(contactMessages.userId, userId))
          .orderBy(asc(contactMessages.id)),
    }),
  },
};
