import { and, eq, gt, inArray } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { alertMarks } from "#db/schema/index.ts";
import { findWaiting } from "../overview/attention.server.ts";
import { hasWarnings } from "../overview/installation.server.ts";
import { listWebhookRecipients } from "../webhooks/webhook-verbs.server.ts";
import { type AlertKind, countNew, mayBeTold, type Waiting } from "./alerts.ts";
import { isMorning, lastMorning, summarizeMorning } from "./morning-summary.server.ts";
import { type AlertNews, listOperatorRecipients, type Recipient } from "./recipients.server.ts";

type Mark = typeof alertMarks.$inferSelect;

/**
 * Tells every recipient what has come to wait since they were last told of its kind. Any number of processes may run it at once:
 * who moves the mark on queues the message in the same transaction. Returns how many were told.
 */
export async function sendAlerts(now: Date = new Date()): Promise<number> {
  const lists = await Promise.all([listOperatorRecipients(), listWebhookRecipients()]);
  const recipients = lists.flat().filter(({ kinds }) => kinds.length > 0);
  if (recipients.length === 0) return 0;
  const marks = await readMarks(recipients);
  const asked = recipients.flatMap((recipient) => recipient.kinds.map((kind) => ({ recipient, kind })));
  const waiting = await readWaiting(new Set(asked.map(({ kind }) => kind)), now);
  let summary: AlertNews["summary"] = null;
  let told = 0;
  for (const { recipient, kind } of asked) {
    const mark = marks.get(keyOf({ recipient: recipient.id, kind }));
    const present = waiting.get(kind) ?? { arrivals: [], total: 0 };
    if (!mark) {
      await beginMark({ recipient, kind, total: present.total, now });
      continue;
    }
    const newCount = countNew({ waiting: present, ...mark });
    const { quiet, urgentPasses } = recipient;
    if (newCount === 0 || !mayBeTold({ kind, sentAt: mark.sentAt, quiet, urgentPasses, now })) {
      if (present.total < mark.level) await lowerLevel(mark, present.total);
      continue;
    }
    if (kind === "morning") summary ??= await summarizeMorning(now);
    const news = { kind, newCount, totalCount: present.total, summary: kind === "morning" ? summary : null };
    if (await tell({ recipient, mark, news, now })) told += 1;
  }
  return told;
}

const keyOf = ({ recipient, kind }: Pick<Mark, "recipient" | "kind">) => `${recipient} ${kind}`;

async function readMarks(recipients: readonly Recipient[]): Promise<Map<string, Mark>> {
  const ids = recipients.map(({ id }) => id);
  const rows = await primary.select().from(alertMarks).where(inArray(alertMarks.recipient, ids));
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Rows, and what has none: a warning comes again each morning while it lasts, the summary each morning. */
async function readWaiting(kinds: ReadonlySet<AlertKind>, now: Date): Promise<Map<AlertKind, Waiting>> {
  const waiting = await findWaiting(kinds, now);
  const daily = { arrivals: [lastMorning(now)], total: 0 };
  if (kinds.has("installation") && (await hasWarnings(now))) waiting.set("installation", daily);
  if (kinds.has("morning") && isMorning(now)) waiting.set("morning", daily);
  return waiting;
}

/** What waits already is no news. */
async function beginMark(o: {
  recipient: Recipient;
  kind: AlertKind;
  total: number;
  now: Date;
}): Promise<void> {
  const { recipient, kind, total: level, now } = o;
  await write((tx) =>
    tx
      .insert(alertMarks)
      .values({ recipient: recipient.id, kind, seenUntil: now, level })
      .onConflictDoNothing(),
  );
}

const isMark = ({ recipient, kind }: Mark) =>
  and(eq(alertMarks.recipient, recipient), eq(alertMarks.kind, kind));

async function lowerLevel(mark: Mark, level: number): Promise<void> {
  await write((tx) =>
    tx
      .update(alertMarks)
      .set({ level })
      .where(and(isMark(mark), gt(alertMarks.level, level))),
  );
}

async function tell(o: { recipient: Recipient; mark: Mark; news: AlertNews; now: Date }): Promise<boolean> {
  const { recipient, mark, news, now } = o;
  const { newCount, totalCount } = news;
  return write(async (tx) => {
    const claimed = await tx
      .update(alertMarks)
      .set({ seenUntil: now, level: totalCount, sentAt: now, newCount, totalCount })
      .where(and(isMark(mark), eq(alertMarks.seenUntil, mark.seenUntil)))
      .returning({ kind: alertMarks.kind });
    // Else another process was faster, or the kind is no longer wanted.
    if (claimed.length === 0) return false;
    await recipient.tell(tx, news, now);
    return true;
  });
}
