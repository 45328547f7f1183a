import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { db } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";

/** Internal notes are deleted with the messages, but not exported. */
export const contactAccountLifecycle: AccountLifecycle = {
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
          replies: z.array(z.object({ text: z.string(), createdAt: z.date() })),
        }),
      ),
      read: async (userId) => {
        const messages = await db
          .select({
            id: contactMessages.id,
            name: contactMessages.name,
            email: contactMessages.email,
            subject: contactMessages.subject,
            message: contactMessages.message,
            createdAt: contactMessages.createdAt,
            handledAt: contactMessages.handledAt,
          })
          .from(contactMessages)
          .where(eq(contactMessages.userId, userId))
          .orderBy(asc(contactMessages.id));
        const entries = await listCaseEntries(
          "contactMessageId",
          messages.map(({ id }) => id),
        );
        return messages.map(({ id, ...message }) => ({
          ...message,
          replies: (entries.get(id) ?? [])
            .filter(({ kind }) => kind === "reply")
            .map(({ text, createdAt }) => ({ text, createdAt })),
        }));
      },
    }),
  },
};
