import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { SendMailOptions } from "nodemailer";
import { z } from "zod";
import { type Environment, environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import type { EmailAuthor } from "./email.ts";
import { emailLayout } from "./email-layout.ts";
import { DeliveryError, senderAddress, sendViaSmtp, writeToFolder } from "./mail-transport.server.ts";
import { isTemplateName, templates } from "./templates.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

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
  const { SMTP_URL: url, SMTP_CA_FILE: caFile, DATA_DIR } = settings;
  try {
    const message = composeMessage(email, settings);
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
  await write((tx) => tx.delete(emails).where(eq(emails.id, emailId)));
}

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

/** Message-ID and date are the same at every attempt. Throws `DeliveryError` for an invalid address or an unknown template. */
function composeMessage(email: EmailRow, settings: Environment): SendMailOptions {
  const { id, to, replyTo, template, values, createdAt } = email;
  if (!addressSchema.safeParse(to).success) throw new DeliveryError("not an address", { isFinal: true });
  if (!isTemplateName(template)) throw new DeliveryError("no such template", { isFinal: true });
  const site = { origin: siteOrigin(settings) };
  const from = senderAddress(settings);
  const replyAddress = addressSchema.safeParse(replyTo).data;
  const rendered = templates[template].render(values, site);
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
    headers: { ...autoSubmitted[templates[template].author], "Content-Language": "ja" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
