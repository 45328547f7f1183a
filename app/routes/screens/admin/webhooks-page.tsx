import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  sendTestWebhook,
  setWebhookKinds,
} from "#app/features/admin/webhooks/webhook-verbs.server.ts";
import { webhooksForm } from "#app/features/admin/webhooks/webhooks.schema.ts";
import { webhooksPath } from "#app/features/admin/webhooks/webhooks.ts";
import { WebhooksScreen } from "#app/features/admin/webhooks/webhooks-screen.tsx";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/webhooks-page";

export const meta: Route.MetaFunction = () => adminMeta("チャットへの知らせ");

export const loader = adminPageLoader(async () => ({ webhooks: await listWebhooks() }));

export const action = formAction({
  who: "admin",
  schema: webhooksForm,
  limit: rateLimits.alertsForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const back = (flash: FlashKey) => redirectWithFlash(context, webhooksPath, flash);
    switch (value.intent) {
      case "create": {
        const { url, kinds } = value;
        // Shown only in this answer.
        return { issued: await createWebhook({ actor, url, kinds }) };
      }
      case "kinds":
        await setWebhookKinds({ actor, webhookId: value.id, kinds: value.kinds });
        return back("alerts-saved");
      case "test":
        await sendTestWebhook({ webhookId: value.id });
        return back("webhook-tested");
      case "delete":
        await deleteWebhook({ actor, webhookId: value.id });
        return back("webhook-deleted");
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const secret = actionData && "issued" in actionData ? actionData.issued.secret : null;
  return <WebhooksScreen {...loaderData} secret={secret} />;
}
