import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { SendMailOptions } from "nodemailer";
import { z } from "zod";
import { type Environment, environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { bulkRuns, emails, users } from "#db/schema/index.ts";
import type { Email, EmailAuthor } from "./email.ts";
import { emailLayout } from "./email-layout.ts";
import { renderEmail } from "./email-texts.server.ts";
import { DeliveryError, senderAddress, sendViaSmtp, writeToFolder } from "./mail-transport.server.ts";
import { isTemplateName, templates } from "./templates.ts";

/** Together nearly two days. After the last one the email is given up. */
const retryDelaysMs = [
  1 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  18 * hourMs,
];

const maxErrorLength = 1000;

/** Deletes the row once it is accepted; else tries again or stores `error`. After a crash, resends the same Message-ID. */
export async function deliverEmail(options: {
  emailId: string;
  signal: AbortSignal;
  now?: Date;
  settings?: Environment;
}): Promise<void> {
  const { emailId, signal, now = new Date(), settings = environment() } = options;
  const waiting = and(eq(emails.id, emailId), isNull(emails.error));
  const [email] = await primary.select().from(emails).where(waiting);
  if (!email || email.dueAt > now) return;
  if (!(await isStillWanted(email))) return deleteEmail(email, { sent: 0 });
  const { SMTP_URL: url, SMTP_CA_FILE: caFile, DATA_DIR } = settings;
  try {
    const message = await composeMessage(email, settings);
    if (url) await sendViaSmtp(message, { url, caFile, signal });
    else await writeToFolder(message, { folder: path.join(DATA_DIR, "mail"), id: email.id });
  } catch (error) {
    signal.throwIfAborted();
    const attempts = email.attempts + 1;
    const delayMs = retryDelaysMs[attempts - 1];
    const isGivenUp = (error instanceof DeliveryError && error.isFinal) || delayMs === undefined;
    const codes =
      error instanceof DeliveryError ? error.codes : { name: error instanceof Error ? error.name : "" };
    logger[isGivenUp ? "error" : "warn"](
      { emailId, template: email.template, attempts, ...codes },
      isGivenUp ? "e-mail given up" : "e-mail delivery failed",
    );
    const message = error instanceof Error ? error.message : String(error);
    await write((tx) =>
      tx
        .update(emails)
        .set(
          isGivenUp
            ? { attempts, error: message.slice(0, maxErrorLength) || "?" }
            : { attempts, dueAt: new Date(now.getTime() + (delayMs ?? 0)) },
        )
        .where(waiting),
    );
    return;
  }
  crashPoint("email-sent");
  await deleteEmail(email, { sent: 1 });
}

/** An email to all members is counted by its run, whose row is locked before the email's as in `writeToMembers`. */
async function deleteEmail({ id, bulkRunId }: Stored, { sent }: { sent: 0 | 1 }): Promise<void> {
  await write(async (tx) => {
    if (bulkRunId !== null)
      await forUpdate(
        tx.select({ id: bulkRuns.id }).from(bulkRuns).where(eq(bulkRuns.id, bulkRunId)),
        "update",
      );
    const deleted = await tx.delete(emails).where(eq(emails.id, id)).returning({ id: emails.id });
    if (bulkRunId === null) return;
    const { sentCount, changedCount } = bulkRuns;
    // Was it taken back while the mail server accepted it, it was written nevertheless.
    const written = sent - deleted.length;
    await tx
      .update(bulkRuns)
      .set({ sentCount: sql`${sentCount} + ${sent}`, changedCount: sql`${changedCount} + ${written}` })
      .where(eq(bulkRuns.id, bulkRunId));
  });
}

/** Of an email to all members: false for who has left, is not approved any more or has stopped such emails meanwhile. */
async function isStillWanted({ bulkRunId, userId }: Stored): Promise<boolean> {
  if (bulkRunId === null) return true;
  const [reader] = await primary
    .select({ state: users.state, emailsNews: users.emailsNews })
    .from(users)
    .where(eq(users.id, userId ?? ""));
  return reader?.state === "approved" && reader.emailsNews;
}

type Stored = typeof emails.$inferSelect;

type EmailRow = Pick<
  typeof emails.$inferSelect,
  "id" | "to" | "replyTo" | "template" | "values" | "createdAt"
>;

const addressSchema = z.email().max(254);

/** RFC 3834: mailboxes sort out what has it and do not answer. A person's email must not have it. */
const autoSubmitted: Record<EmailAuthor, { "Auto-Submitted"?: string }> = {
  program: { "Auto-Submitted": "auto-generated" },
  reply: { "Auto-Submitted": "auto-replied" },
  person: {},
};

/** RFC 8058: mailboxes show a button that posts to the address, without a visit. */
const oneClick = ({ stopsByPost }: Email) =>
  stopsByPost ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {};

/** Message-ID and date are the same at every attempt. Throws `DeliveryError` for an invalid address or an unknown template. */
async function composeMessage(email: EmailRow, settings: Environment): Promise<SendMailOptions> {
  const { id, to, replyTo, template, values, createdAt } = email;
  if (!addressSchema.safeParse(to).success) throw new DeliveryError("not an address", { isFinal: true });
  if (!isTemplateName(template)) throw new DeliveryError("no such template", { isFinal: true });
  const site = { origin: siteOrigin(settings) };
  const from = senderAddress(settings);
  const replyAddress = addressSchema.safeParse(replyTo).data;
  const rendered = await renderEmail(template, values, site);
  return {
    ...emailLayout(rendered, site),
    ...(rendered.stopHref ? { list: { unsubscribe: rendered.stopHref } } : {}),
    from: { name: "Mugen", address: from },
    to: { name: "", address: to },
    ...(replyAddress ? { replyTo: { name: "", address: replyAddress } } : {}),
    envelope: { from, to: [to] },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    date: createdAt,
    xMailer: false,
    headers: {
      ...autoSubmitted[templates[template].author],
      "Content-Language": "ja",
      ...oneClick(rendered),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
