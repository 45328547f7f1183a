import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";

const exportedEmails = z
  .array(
    z.object({
      to: z.string(),
      template: z.string(),
      values: z.record(z.string(), z.string()),
      createdAt: z.date(),
    }),
  )
  .describe("まだ届いていないメール");

/** An `AccountLifecycle` of accounts, which may not be imported here. */
export const mailAccountLifecycle = {
  name: "mail",
  exports: {
    emails: {
      schema: exportedEmails,
      read: async (userId: string): Promise<z.infer<typeof exportedEmails>> =>
        db
          .select({
            to: emails.to,
            template: emails.template,
            values: emails.values,
            createdAt: emails.createdAt,
          })
          .from(emails)
          .where(eq(emails.userId, userId))
          .orderBy(asc(emails.createdAt)),
    },
  },
};
