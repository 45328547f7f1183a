import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import type { z } from "zod";
import { resumeParameter, resumePath, settingsPath } from "#app/features/accounts/account-sections.ts";
import type { accountFormSchema } from "#app/features/accounts/accounts.schema.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import { endAllSessions, endSessionOf } from "#app/features/accounts/sessions/session.server.ts";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { unblockMember } from "#app/features/blocks/block-member.server.ts";
import { BlockedMembers, blockedParameter } from "#app/features/blocks/blocked-members.tsx";
import { Forbidden } from "#app/features/domain-error.ts";
import { chooseNews } from "#app/features/mail/news.server.ts";
import { chooseDigest } from "#app/features/notifications/digest/digest-email.server.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { startSpeedTrial } from "#app/features/premium/server/start-speed-trial.server.ts";
import { openPortal } from "#app/features/premium/subscription/changes/open-portal.server.ts";
import { MembershipSection } from "#app/features/premium/subscription/components/membership-section.tsx";
import { PushSetting } from "#app/features/push/components/push-setting.tsx";
import { chooseFollowedTracks, unsubscribeFromPush } from "#app/features/push/server/push-devices.server.ts";
import { AccountDeleted, AccountSections, MoveNotice } from "#app/features/settings/account-settings.tsx";
import type { SettingsPage } from "#app/features/settings/load-settings-page.server.ts";
import { loadAccountSettings, loadSettingsPage } from "#app/features/settings/load-settings-page.server.ts";
import { settingsFormSchema } from "#app/features/settings/settings.schema.ts";
import {
  BackgroundPlayForm,
  ColorSchemeForm,
  DigestForm,
  FollowedTracksForm,
  NewsForm,
  ProfileLink,
  PronunciationsLink,
  PushDevices,
  SpeedTrialForm,
} from "#app/features/settings/settings-sections.tsx";
import { cancelSignInMove } from "#app/features/sign-in-moves/cancel-sign-in-move.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { hasRecentSignIn } from "#app/http/auth/recent-sign-in.server.ts";
import {
  clearSessionCookie,
  clearSiteData,
  currentSessionName,
  requireSessionId,
} from "#app/http/auth/session-cookie.server.ts";
import { backgroundPlayHeader, readBackgroundPlay } from "#app/http/cookies/background-play-cookie.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/settings-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("設定", matches) }];

export const loader = pageLoader(async ({ request, context }: Route.LoaderArgs) => {
  const { url, readFlash } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (!viewer) return { account: null, settings: null, wasDeleted: readFlash() === "account-deleted" };
  const sessionId = requireSessionId(request, url);
  const wantsBackgroundPlay = readBackgroundPlay(request, url);
  const isMember = viewer.state === "approved";
  const [account, settings] = await Promise.all([
    loadAccountSettings({
      viewer,
      currentSession: currentSessionName(request, url),
      resume: url.searchParams.get(resumeParameter),
    }),
    isMember
      ? loadSettingsPage({
          viewer,
          sessionId,
          wantsBackgroundPlay,
          blockedAfter: url.searchParams.get(blockedParameter),
        })
      : null,
  ]);
  return { account, settings, wasDeleted: false };
});

export const action = formAction({
  schema: settingsFormSchema,
  who: "anyone",
  async run({ request, context, viewer, value }) {
    // Logged out or deleted in another tab: the page shows the sign-in prompt.
    if (!viewer) return redirect(settingsPath, 303);
    if (isAccountForm(value)) {
      const session = currentSessionName(request, context.get(requestContext).url);
      return runAccountForm({ request, context, viewer, value, session });
    }
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
    } else if (value.intent === "news") {
      const isWanted = value.isOn === "on";
      await chooseNews({ viewer, isWanted });
      setFlash(context, isWanted ? "news-on" : "news-off");
    } else if (value.intent === "digest") {
      const isWanted = value.isOn === "on";
      await chooseDigest({ viewer, isWanted });
      setFlash(context, isWanted ? "digest-on" : "digest-off");
    } else if (value.intent === "unblock") {
      await unblockMember({ viewer, userId: value.member });
      setFlash(context, "member-unblocked");
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

type AccountForm = z.output<typeof accountFormSchema>;

const isAccountForm = (value: { intent: string }): value is AccountForm =>
  ["end-session", "end-all-sessions", "cancel-sign-in-move", "delete-account"].includes(value.intent);

/**
 * For every account, approved or not. All but the log-out of this device (`session`) and what keeps the account where it is
 * need a recent sign-in.
 */
async function runAccountForm(options: {
  request: Request;
  context: Readonly<RouterContextProvider>;
  viewer: Viewer;
  value: AccountForm;
  session: string | null;
}) {
  const { request, context, viewer, value, session } = options;
  const current = context.get(requestContext);
  if (value.intent === "cancel-sign-in-move") {
    await cancelSignInMove({ viewer });
    return redirectWithFlash(context, settingsPath, "sign-in-move-stopped");
  }
  const isLogout = value.intent === "end-session" && value.session === session;
  // The page was open for longer than a sign-in counts as recent: the way leads back to it.
  if (!isLogout && !hasRecentSignIn(current, viewer)) {
    return redirect(resumePath(value.intent === "delete-account" ? "deletion" : "sessions"), 303);
  }
  if (value.intent === "end-session") {
    await endSessionOf({ userId: viewer.id, publicId: value.session });
    logSecurityEvent(current, "session_ended", { userId: viewer.id });
    setFlash(context, isLogout ? "logged-out" : "session-ended");
    if (!isLogout) return redirect(settingsPath, 303);
  } else if (value.intent === "end-all-sessions") {
    await endAllSessions({ viewer });
    logSecurityEvent(current, "all_sessions_ended", { userId: viewer.id });
    setFlash(context, "sessions-ended");
  } else {
    await deleteAccount({ viewer });
    logSecurityEvent(current, "account_deleted", { userId: viewer.id });
    setFlash(context, "account-deleted");
  }
  current.setCookie(clearSessionCookie(current.url));
  const nextPath = value.intent === "delete-account" ? settingsPath : "/";
  return redirectDocument(nextPath, { status: 303, headers: await clearSiteData(request, current.url) });
}

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { account, settings, wasDeleted } = loaderData;
  if (wasDeleted) return <AccountDeleted />;
  if (!account) return <LoginPrompt returnPath={settingsPath} heading="設定" />;
  const intent = submittedValue(actionData, "intent") ?? "";
  const needsPremium = intent === "background-play" && actionData?.status === 403;
  const isOfAccount = isAccountForm({ intent });
  const back = account.gatePath
    ? { to: account.gatePath, label: "戻る" }
    : { to: "/profile", label: "マイページ" };
  return (
    <Page title="設定" back={back}>
      <div className="space-y-12">
        {actionData && !needsPremium && !isOfAccount && (
          <Notice tone="error" title="変更できませんでした">
            {firstMessage(actionData)}
          </Notice>
        )}
        <section aria-labelledby="account" className="space-y-3">
          <h2 id="account" className="text-lg">
            アカウント
          </h2>
          <p className="text-sm wrap-anywhere text-muted">{account.email}</p>
          {settings && <ProfileLink />}
          {account.movesAt && <MoveNotice at={account.movesAt} />}
        </section>
        {settings && <MemberSections settings={settings} needsPremium={needsPremium} />}
        <section aria-labelledby="theme" className="space-y-3">
          <h2 id="theme" className="text-lg">
            テーマ
          </h2>
          <ColorSchemeForm />
        </section>
        <AccountSections {...account} refused={isOfAccount ? actionData : undefined} />
        <LogoutButton variant="quiet" wide />
      </div>
    </Page>
  );
}

function MemberSections({ settings, needsPremium }: { settings: SettingsPage; needsPremium: boolean }) {
  const { devices, pushesFollowedTracks, emailsDigest, emailsNews, membership, backgroundPlay, blocked } =
    settings;
  return (
    <>
      <MembershipSection membership={membership} action={settingsPath} />
      <section aria-labelledby="push" className="space-y-3">
        <h2 id="push" tabIndex={-1} className="text-lg outline-none">
          通知
        </h2>
        <div className="unscripted:hidden">
          <PushSetting />
        </div>
        <p className="hidden text-sm text-muted unscripted:block">
          プッシュ通知を始めるには、ブラウザのJavaScriptを有効にしてください。止めることは、このままできます。
        </p>
        <PushDevices devices={devices} headingId="push" />
        <FollowedTracksForm isOn={pushesFollowedTracks} devices={devices} />
        <DigestForm isOn={emailsDigest} />
        <NewsForm isOn={emailsNews} />
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
      <BlockedMembers {...blocked} />
    </>
  );
}
