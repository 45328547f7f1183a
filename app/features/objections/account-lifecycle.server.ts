import { asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { db } from "#db/client.ts";
import { caseEntries, objectionFiles, objections } from "#db/schema/index.ts";
import { eraseObjectionsOf, ofAppealsOf, removeAppealsOf } from "./erase-objections.server.ts";

/** A member's own objections; operators' notes are not exported. What others objected to is theirs. */
export const objectionsAccountLifecycle: AccountLifecycle = {
  name: "objections",
  async removeRows(tx, userId) {
    await removeAppealsOf(tx, userId);
    await eraseObjectionsOf(tx, userId);
  },
  exports: {
    appeals: exportedField({
      schema: z.array(z.object({ kind: z.string(), text: z.string(), createdAt: z.date() })),
      read: async (userId) => {
        const { kind, text, createdAt } = caseEntries;
        return db
          .select({ kind, text, createdAt })
          .from(caseEntries)
          .where(ofAppealsOf(db, userId))
          .orderBy(asc(caseEntries.id));
      },
    }),
    objections: exportedField({
      schema: z.array(
        z.object({
          receipt: z.string(),
          party: z.string(),
          demand: z.string(),
          target: z.string(),
          name: z.string(),
          email: z.string(),
          explanation: z.string(),
          outcome: z.string().nullable(),
          createdAt: z.date(),
          closedAt: z.date().nullable(),
          files: z.array(z.object({ name: z.string(), bytes: z.number(), createdAt: z.date() })),
          entries: z.array(z.object({ kind: z.string(), text: z.string(), createdAt: z.date() })),
        }),
      ),
      read: async (userId) => {
        const { id, receipt, party, demand, target, name, email } = objections;
        const { explanation, outcome, createdAt, closedAt } = objections;
        const own = await db
          .select({
            ...{ id, receipt, party, demand, target, name, email },
            ...{ explanation, outcome, createdAt, closedAt },
          })
          .from(objections)
          .where(eq(objections.userId, userId))
          .orderBy(asc(id));
        const entries = await listCaseEntries(
          "objectionId",
          own.map((one) => one.id),
        );
        const files = await db
          .select()
          .from(objectionFiles)
          .where(
            inArray(
              objectionFiles.objectionId,
              own.map((one) => one.id),
            ),
          )
          .orderBy(asc(objectionFiles.id));
        return own.map(({ id: objectionId, ...one }) => ({
          ...one,
          files: files
            .filter((file) => file.objectionId === objectionId)
            .map(({ name: fileName, bytes, createdAt: at }) => ({ name: fileName, bytes, createdAt: at })),
          entries: (entries.get(objectionId) ?? [])
            .filter(({ kind }) => kind !== "note" && kind !== "appeal" && kind !== "appeal-reply")
            .map(({ kind, text, createdAt: at }) => ({ kind, text, createdAt: at })),
        }));
      },
    }),
  },
};
