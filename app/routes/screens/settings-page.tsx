import { redirect } from "react-router";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { startSpeedTrial } from "#app/features/premium/server/start-speed-trial.server.ts";
import { openPortal } from "#app/features/premium/subscription/changes/open-portal.server.ts";
import { MembershipSection } from "#app/features/premium/subscription/components/membership-section.tsx";
import { PushSetting } from "#app/features/push/components/push-setting.tsx";
import { chooseFollowedTracks, unsubscribeFromPush } from "#app/features/push/server/push-devices.server.ts";
import { loadSettingsPage } from "#app/features/settings/load-settings-page.server.ts";
import { settingsFormSchema } from "#app/features/settings/settings.schema.ts";
import { settingsPath } from "#app/features/settings/settings.ts";
import {
  AccountCard,
  BackgroundPlayForm,
  ColorSchemeForm,
  FollowedTracksForm,
  PronunciationsLink,
  PushDevices,
  SettingsLinks,
  SpeedTrialForm,
} from "#app/features/settings/settings-sections.tsx";
import { formTitle } from "#app/features/site/page-meta.ts";
import { requireSessionId } from "#app/http/auth/session-cookie.server.ts";
import { backgroundPlayHeader, readBackgroundPlay } from "#app/http/cookies/background-play-cookie.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/settings-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("設定", matches) }];

export const loader = pageLoader(async ({ request, context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (!viewer) return { settings: null };
  const sessionId = requireSessionId(request, url);
  const wantsBackgroundPlay = readBackgroundPlay(request);
  return {
    settings: await loadSettingsPage({ viewer: requireMember(viewer), sessionId, wantsBackgroundPlay }),
  };
});

export const action = formAction({
  schema: settingsFormSchema,
  who: "anyone",
  async run({ context, viewer, value }) {
    // Logged out in another tab: the page shows the sign-in prompt.
    if (!viewer) return redirect(settingsPath, 303);
    requireMember(viewer);
    if (value.intent === "portal") {
      const { origin } = context.get(requestContext).url;
      return redirect((await openPortal({ viewer, origin })).url, 303);
    }
    if (value.intent === "stop-push") {
      await unsubscribeFromPush({ viewer, of: { id: value.device } });
      setFlash(context, "push-stopped");
    } else if (value.intent === "push-followed-tracks") {
      const isWanted = value.isOn === "on";
      await chooseFollowedTracks({ viewer, isWanted });
      setFlash(context, isWanted ? "followed-tracks-on" : "followed-tracks-off");
    } else if (value.intent === "start-speed-trial") {
      await startSpeedTrial({ viewer });
      setFlash(context, "speed-trial-started");
    } else {
      const { url, setCookie } = context.get(requestContext);
      const isOn = value.isOn === "on";
      const isAllowed = entitlementsOf(viewer).backgroundPlay;
      setCookie(backgroundPlayHeader(isAllowed && isOn, url));
      if (!isAllowed) throw new Forbidden("バックグラウンド再生はプレミアム会員限定機能です");
      setFlash(context, isOn ? "background-play-on" : "background-play-off");
    }
    return redirect(settingsPath, 303);
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings } = loaderData;
  if (!settings) return <LoginPrompt returnPath={settingsPath} heading="設定" />;
  const { devices, pushesFollowedTracks, membership, backgroundPlay } = settings;
  const needsPremium =
    submittedValue(actionData, "intent") === "background-play" && actionData?.status === 403;
  return (
    <Page title="設定" back={{ to: "/profile", label: "マイページ" }}>
      <div className="space-y-12">
        {actionData && !needsPremium && (
          <Notice tone="error" title="変更できませんでした">
            {firstMessage(actionData)}
          </Notice>
        )}
        <section aria-labelledby="account" className="space-y-3">
          <h2 id="account" className="text-lg">
            アカウント
          </h2>
          <AccountCard />
        </section>
        <MembershipSection membership={membership} action={settingsPath} />
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
          <FollowedTracksForm isOn={pushesFollowedTracks} />
        </section>
        <section aria-labelledby="playback" className="space-y-3">
          <h2 id="playback" className="text-lg">
            再生
          </h2>
          <SpeedTrialForm />
          <BackgroundPlayForm {...backgroundPlay} isRefused={needsPremium} />
        </section>
        <section aria-labelledby="creation" className="space-y-3">
          <h2 id="creation" className="text-lg">
            音声づくり
          </h2>
          <PronunciationsLink />
        </section>
        <section aria-labelledby="theme" className="space-y-3">
          <h2 id="theme" className="text-lg">
            テーマ
          </h2>
          <ColorSchemeForm />
        </section>
        <section aria-labelledby="data" className="space-y-3">
          <h2 id="data" className="text-lg">
            端末とデータ
          </h2>
          <SettingsLinks />
        </section>
        <LogoutButton variant="quiet" />
      </div>
    </Page>
  );
}
