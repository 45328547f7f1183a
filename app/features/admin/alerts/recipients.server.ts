import { eq } from "drizzle-orm";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { enqueuePush } from "#app/features/push/server/enqueue-push.server.ts";
import { type Db, primary } from "#db/client.ts";
import { operatorAlerts, operators } from "#db/schema/index.ts";
import { firstOperatorId } from "../session/admin-session.ts";
import { alertAddress, operatorRecipient, settingsOf } from "./alert-settings.server.ts";
import { type AlertKind, alertKinds, alertKindsOf, type News, newsText, type QuietHours } from "./alerts.ts";
import { alertGroupKey } from "./compose-alert-push.server.ts";
import type { MorningSummary } from "./morning-summary.server.ts";

/** The morning summary comes with its numbers. */
export type AlertNews = News & { summary: MorningSummary | null };

/** Who is told, of what, when and how. */
export interface Recipient {
  /** Of its marks. */
  id: string;
  kinds: readonly AlertKind[];
  quiet: QuietHours | null;
  urgentPasses: boolean;
  /** Sent after the commit of `tx`. */
  tell(tx: Db, news: AlertNews, now: Date): Promise<void>;
}

/** Those who are told of something that their role may open. */
export async function listOperatorRecipients(): Promise<Recipient[]> {
  const rows = await primary
    .select({ row: operatorAlerts, operator: operators })
    .from(operatorAlerts)
    .leftJoin(operators, eq(operators.id, operatorAlerts.operatorId));
  return rows.flatMap(({ row, operator }) => {
    const { operatorId } = row;
    const isActive = operator ? operator.disabledAt === null : operatorId === firstOperatorId;
    if (!isActive) return [];
    const { email, push, byEmail, quiet, urgentPasses } = settingsOf(row);
    const to = alertAddress(operatorId, email);
    const allowed = alertKindsOf(operator?.role ?? "administrator");
    const kinds = allowed.filter((kind) => push.includes(kind) || (to !== null && byEmail.includes(kind)));
    return [
      {
        id: operatorRecipient(operatorId),
        kinds,
        quiet,
        urgentPasses,
        async tell(tx, news, now) {
          if (push.includes(news.kind))
            await enqueuePush(tx, { operatorId, groupKey: alertGroupKey(news.kind), now });
          if (to !== null && byEmail.includes(news.kind)) await sendAlertEmail(tx, { to, news, now });
        },
      } satisfies Recipient,
    ];
  });
}

async function sendAlertEmail(tx: Db, o: { to: string; news: AlertNews; now: Date }): Promise<void> {
  const { to, news, now } = o;
  if (news.summary) {
    await sendEmail(tx, { to, template: "morning", values: news.summary, now });
    return;
  }
  const { title, body } = newsText(news);
  const values = { title, body, path: alertKinds[news.kind].page };
  await sendEmail(tx, { to, template: "operator-alert", values, now });
}
