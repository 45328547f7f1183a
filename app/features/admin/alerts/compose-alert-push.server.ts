import { and, eq } from "drizzle-orm";
import { type PushMessage, testGroupKey } from "#app/features/push/push.ts";
import { primary } from "#db/client.ts";
import { alertMarks } from "#db/schema/index.ts";
import { operatorRecipient } from "./alert-settings.server.ts";
import { type AlertKind, alertKinds, alertsPath, isAlertKind, newsText } from "./alerts.ts";

const prefix = "alert ";

/** Of an operator's push message. */
export const alertGroupKey = (kind: AlertKind) => `${prefix}${kind}`;

/** What the last claim of that kind said; null when the operator no longer wants it. */
export async function composeAlertPush(o: {
  operatorId: string;
  groupKey: string;
}): Promise<PushMessage | null> {
  const { operatorId, groupKey } = o;
  if (groupKey === testGroupKey)
    return {
      title: "テスト通知",
      body: "管理画面からの通知が、この端末に届くようになっています。",
      url: alertsPath,
      tag: "alert test",
      isTest: true,
    };
  const kind = groupKey.slice(prefix.length);
  if (!groupKey.startsWith(prefix) || !isAlertKind(kind)) return null;
  const [mark] = await primary
    .select()
    .from(alertMarks)
    .where(and(eq(alertMarks.recipient, operatorRecipient(operatorId)), eq(alertMarks.kind, kind)));
  if (!mark?.sentAt) return null;
  const { newCount, totalCount } = mark;
  return {
    ...newsText({ kind, newCount, totalCount }),
    url: alertKinds[kind].page,
    tag: groupKey,
    isTest: false,
  };
}
