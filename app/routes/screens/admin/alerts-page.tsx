import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import {
  alertAddress,
  findAlertSettings,
  saveAlertSettings,
} from "#app/features/admin/alerts/alert-settings.server.ts";
import { alertsForm } from "#app/features/admin/alerts/alerts.schema.ts";
import { alertKindsOf, alertsPath } from "#app/features/admin/alerts/alerts.ts";
import { AlertsScreen } from "#app/features/admin/alerts/alerts-screen.tsx";
import { sendTestAlert } from "#app/features/admin/alerts/send-test-alert.server.ts";
import { webhooksPath } from "#app/features/admin/webhooks/webhooks.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import {
  listOperatorDevices,
  unsubscribeOperator,
} from "#app/features/push/server/operator-devices.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { Route } from "./+types/alerts-page";

export const meta: Route.MetaFunction = () => adminMeta("通知の受け取り");

export const loader = adminPageLoader(async ({ admin }: AdminArguments<Route.LoaderArgs>) => {
  const [settings, devices] = await Promise.all([
    findAlertSettings(admin),
    listOperatorDevices(admin.operatorId),
  ]);
  return {
    kinds: alertKindsOf(admin.role),
    settings,
    mayAddWebhooks: isPermitted(admin, `GET ${webhooksPath}`),
    defaultAddress: alertAddress(admin.operatorId, null),
    devices: devices.map(({ since, ...device }) => ({ ...device, since: formatDateTime(since) })),
  };
});

export const action = formAction({
  who: "admin",
  schema: alertsForm,
  limit: rateLimits.alertsForm,
  async run({ context, value, viewer: admin }) {
    if (value.intent === "save") {
      await saveAlertSettings({ admin, settings: value });
      return redirectWithFlash(context, alertsPath, "alerts-saved");
    }
    if (value.intent === "test") {
      await sendTestAlert({ admin });
      return redirectWithFlash(context, alertsPath, "alerts-tested");
    }
    await unsubscribeOperator({ operatorId: admin.operatorId, of: { id: value.device } });
    return redirectWithFlash(context, alertsPath, "alert-device-removed");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Alerts({ loaderData }: Route.ComponentProps) {
  return <AlertsScreen {...loaderData} />;
}
