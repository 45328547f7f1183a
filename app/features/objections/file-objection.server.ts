import { randomBytes, randomInt } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { honeypotField } from "#app/features/contact/contact.ts";
import { lockSenders } from "#app/features/contact/send-contact-message.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import { type Db, write } from "#db/client.ts";
import { objections } from "#db/schema/index.ts";
import { addEvidence, type StoredEvidence, withStoredEvidence } from "./evidence.server.ts";
import { findObjectionSubject } from "./find-subject.server.ts";
import { demandLabels, objectionPath, partyLabels } from "./objection.ts";
import { addObjectorWords } from "./objection-verbs.server.ts";
import type { Objection } from "./objections.schema.ts";
import { dueAfter } from "./objections.server.ts";

/**
 * Stores an objection and emails its receipt to the typed address, without the typed words: it may be somebody else's. Posted
 * twice within 10 minutes it is one, which gets the files that it does not have yet. Null for a bot's (`honeypotField`). Throws
 * `NotAuthenticated` when the account was deleted, `Invalid` for files that are not taken, `QuotaReached` as `addObjectorMessage`.
 */
export async function fileObjection(options: {
  viewer: { id: string } | null;
  objection: Objection;
  files?: readonly File[];
  now?: Date;
}): Promise<{ receipt: string; token: string } | null> {
  const { viewer, files = [], now = new Date() } = options;
  const { [honeypotField]: honeypot, ...objection } = options.objection;
  if (honeypot) return null;
  const subject = await findObjectionSubject(objection.target);
  const made = { receipt: newReceipt(), token: randomBytes(24).toString("base64url") };
  const store = (stored: StoredEvidence) =>
    write(async (tx) => {
      await lockSenders(tx, viewer);
      const same = await findSame(tx, objection, repeatsSince(now));
      if (same) {
        // Who had forgotten a file goes back, attaches it and sends the form again.
        await addObjectorWords(tx, { id: same.id, text: "", stored, now });
        return { receipt: same.receipt, token: same.token };
      }
      const { name, email, target, party, demand, explanation } = objection;
      const dueAt = dueAfter(now);
      const [filed] = await tx
        .insert(objections)
        .values({
          ...made,
          ...subject,
          ...{ name, email, target, party, demand, explanation, dueAt },
          userId: viewer?.id ?? null,
          createdAt: now,
        })
        .returning({ id: objections.id });
      if (filed) await addEvidence(tx, { objectionId: filed.id, stored, now });
      const due = formatDate(dueAt);
      await sendEmail(tx, {
        to: email,
        template: "objection-receipt",
        values: { receipt: made.receipt, path: objectionPath(made), due },
        now,
      });
      const { SUPPORT_EMAIL: support } = environment();
      if (support) {
        await sendEmail(tx, {
          to: support,
          replyTo: email,
          template: "objection",
          values: {
            ...{ receipt: made.receipt, name, email, target, explanation, due },
            party: partyLabels[party],
            demand: demandLabels[demand],
            receivedAt: formatDateTime(now),
          },
          now,
        });
      }
      return made;
    });
  return withStoredEvidence(files, store);
}

/** It may be quoted on the telephone: without letters and digits that are mistaken for others. */
const receiptCharacters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newReceipt(): string {
  const letters = Array.from({ length: 8 }, () => receiptCharacters[randomInt(receiptCharacters.length)]);
  return `M${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

async function findSame(
  tx: Db,
  { target, email, explanation }: Omit<Objection, typeof honeypotField>,
  since: Date,
): Promise<{ id: number; receipt: string; token: string } | null> {
  const [same] = await tx
    .select({ id: objections.id, receipt: objections.receipt, token: objections.token })
    .from(objections)
    .where(
      and(
        gt(objections.createdAt, since),
        eq(objections.target, target),
        eq(objections.email, email),
        eq(objections.explanation, explanation),
      ),
    )
    .limit(1);
  return same ?? null;
}
