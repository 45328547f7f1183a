import { Conflict } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { testGroupKey } from "#app/features/push/push.ts";
import { enqueuePush } from "#app/features/push/server/enqueue-push.server.ts";
import { write } from "#db/client.ts";
import type { AdminSession } from "../session/admin-session.ts";
import { alertAddress, findAlertSettings } from "./alert-settings.server.ts";
import { alertsPath } from "./alerts.ts";

/** To every browser of the operator, and to the saved address. Throws `Conflict` without either. */
export async function sendTestAlert({ admin }: { admin: AdminSession }): Promise<void> {
  const { operatorId } = admin;
  const to = alertAddress(operatorId, (await findAlertSettings(admin)).email);
  await write(async (tx) => {
    const devices = await enqueuePush(tx, { operatorId, groupKey: testGroupKey, now: new Date() });
    if (devices === 0 && to === null)
      throw new Conflict(
        "通知が届くところが、まだありません。メールアドレスを保存するか、端末を登録してください。",
      );
    if (to === null) return;
    const values = {
      title: "テスト：通知のメール",
      body: "管理画面からの通知が、このアドレスに届くようになっています。",
      path: alertsPath,
    };
    await sendEmail(tx, { to, template: "operator-alert", values });
  });
}
