import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { type Environment, environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { NotTaken } from "../not-taken.ts";
import { carryBySmtp } from "./carry-by-smtp.server.ts";
import { carryToFolder } from "./carry-to-folder.server.ts";
import { mailMessage } from "./mail-message.server.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Pauses after each attempt that came to nothing, nearly two days together; after the last one it is given up. */
const pausesMs = [
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

const longestError = 1000;

/**
 * Sends a letter that is due, and deletes it once it was taken. One that was not is due again later, or keeps its
 * `error` for good. Killed in between, the same letter goes out again, under the same Message-ID.
 */
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
    const message = mailMessage(email, settings);
    if (url) await carryBySmtp(message, { url, caFile, signal });
    else await carryToFolder(message, { folder: path.join(DATA_DIR, "mail"), id: email.id });
  } catch (error) {
    signal.throwIfAborted();
    const attempts = email.attempts + 1;
    const pauseMs = pausesMs[attempts - 1];
    const isOver = (error instanceof NotTaken && error.isFinal) || pauseMs === undefined;
    const codes =
      error instanceof NotTaken ? error.codes : { name: error instanceof Error ? error.name : "" };
    logger[isOver ? "error" : "warn"](
      { emailId, template: email.template, attempts, ...codes },
      isOver ? "e-mail given up" : "e-mail not taken",
    );
    const message = error instanceof Error ? error.message : String(error);
    await write((tx) =>
      tx
        .update(emails)
        .set(
          isOver
            ? { attempts, error: message.slice(0, longestError) || "?" }
            : { attempts, dueAt: new Date(now.getTime() + (pauseMs ?? 0)) },
        )
        .where(waiting)
        .returning({ id: emails.id }),
    );
    return;
  }
  crashPoint("email-taken");
  await write((tx) => tx.delete(emails).where(eq(emails.id, emailId)).returning({ id: emails.id }));
}
