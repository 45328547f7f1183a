import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { Forbidden, Invalid } from "#app/features/domain-error.ts";
import { entitlementsOf } from "#app/features/premium/entitlements.ts";
import { PushSetting } from "#app/features/push/components/push-setting.tsx";
import { unsubscribeFromPush } from "#app/features/push/server/unsubscribe-from-push.server.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { BackgroundPlayForm } from "#app/features/settings/background-play-form.tsx";
import { loadSettingsPage } from "#app/features/settings/load-settings-page.server.ts";
import { PushDevices } from "#app/features/settings/push-devices.tsx";
import { backgroundPlaySchema, stopPushSchema } from "#app/features/settings/settings.schema.ts";
import { SettingsLinks } from "#app/features/settings/settings-links.tsx";
import { settingsPath } from "#app/features/settings/settings-page.ts";
import { ThemeForm } from "#app/features/settings/theme-form.tsx";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { backgroundPlayHeader, readBackgroundPlay } from "#app/http/background-play.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { requireSessionId } from "#app/http/session.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("設定", matches) }];

export const loader = screen(async ({ request, context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (!viewer) return { settings: null };
  const sessionId = requireSessionId(request, url);
  const wantsBackgroundPlay = readBackgroundPlay(request);
  return {
    settings: await loadSettingsPage({ viewer: requireMember(viewer), sessionId, wantsBackgroundPlay }),
  };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const { url, setCookie } = context.get(requestContext);
  const fields = await readFields(request);
  const viewer = await getViewer(context);
  // Logged out in another tab: the page says what to do.
  if (!viewer) throw redirect(settingsPath, 303);
  return answerForm({
    context,
    values: fields,
    async work() {
      requireMember(viewer);
      switch (fields.intent) {
        case "stop-push": {
          const { device } = checked(stopPushSchema, fields);
          await unsubscribeFromPush({ viewer, of: { id: device } });
          sayOnNextPage(context, "push-stopped");
          throw redirect(settingsPath, 303);
        }
        case "background-play": {
          const { isOn } = checked(backgroundPlaySchema, fields);
          const isAllowed = entitlementsOf(viewer).backgroundPlay;
          setCookie(backgroundPlayHeader(isAllowed && isOn === "on", url));
          if (!isAllowed) throw new Forbidden("バックグラウンド再生はプレミアム会員限定機能です");
          sayOnNextPage(context, isOn === "on" ? "background-play-on" : "background-play-off");
          throw redirect(settingsPath, 303);
        }
        default:
          throw new Invalid({ intent: ["この操作はできません"] });
      }
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings } = loaderData;
  if (!settings) return <LoginPrompt returnPath={settingsPath} heading="設定" />;
  const { devices, backgroundPlay } = settings;
  const needsPremium = actionData?.values.intent === "background-play" && actionData.status === 403;
  return (
    <Page title="設定" back={{ to: "/profile", label: "マイページ" }}>
      <div className="space-y-12">
        {actionData && !needsPremium && (
          <Notice tone="error" title="変更できませんでした">
            {refusalText(actionData)}
          </Notice>
        )}
        <section aria-labelledby="push" className="space-y-3">
          <h2 id="push" className="text-lg">
            通知
          </h2>
          <div className="unscripted:hidden">
            <PushSetting />
          </div>
          <p className="hidden text-sm text-muted unscripted:block">
            プッシュ通知を始めるには、ブラウザのJavaScriptを有効にしてください。止めることは、このままできます。
          </p>
          <PushDevices devices={devices} />
        </section>
        <section aria-labelledby="playback" className="space-y-3">
          <h2 id="playback" className="text-lg">
            再生
          </h2>
          <BackgroundPlayForm {...backgroundPlay} isRefused={needsPremium} />
        </section>
        <section aria-labelledby="theme" className="space-y-3">
          <h2 id="theme" className="text-lg">
            テーマ
          </h2>
          <ThemeForm />
        </section>
        <section aria-labelledby="account" className="space-y-3">
          <h2 id="account" className="text-lg">
            アカウント
          </h2>
          <SettingsLinks />
        </section>
      </div>
    </Page>
  );
}
