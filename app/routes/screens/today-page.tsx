import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { dailyMixForm } from "#app/features/daily-mix/daily-mix.schema.ts";
import { dailyMixName, dailyMixPath, mixFeedPath } from "#app/features/daily-mix/daily-mix.ts";
import { DailyMixView, MixFeed } from "#app/features/daily-mix/daily-mix-view.tsx";
import { mixQueuePath, toMixListItem } from "#app/features/daily-mix/present-mix.ts";
import { findDailyMix, setMixLength } from "#app/features/daily-mix/server/daily-mix.server.ts";
import { renewMixFeed, revokeMixFeed } from "#app/features/daily-mix/server/mix-feed.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";
import { firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/today-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(dailyMixName, matches) }];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { mix: null };
  const mix = await findDailyMix({ viewer: requireMember(viewer) });
  const items = mix.items.map((item) => toMixListItem(item, viewer));
  const minutesOf = (lengths: number[]) => Math.round(lengths.reduce((sum, ms) => sum + ms, 0) / 60_000);
  const minutes = minutesOf(mix.items.map(({ lengthMs }) => lengthMs));
  return {
    mix: {
      lead: `${formatDate(startOfTokyoDay(mix.day))} · ${items.length}本 · ${minutes}分`,
      minutes: mix.minutes,
      queuePath: mixQueuePath(mix.day),
      tracks: await withBookmarks(viewer, items),
      heardIds: mix.items.filter(({ isHeard }) => isHeard).map(({ track }) => track.id),
      feedCreatedOn: mix.feedCreatedAt && formatDate(mix.feedCreatedAt),
    },
  };
});

export const action = formAction({
  schema: dailyMixForm,
  who: "member",
  async run({ context, viewer, value }) {
    if (value.intent === "feed-renew") {
      const token = await renewMixFeed({ viewer });
      // Only in this answer: nobody can read it again.
      return { feedAddress: context.get(requestContext).url.origin + mixFeedPath(token) };
    }
    if (value.intent === "feed-revoke") {
      await revokeMixFeed({ viewer });
      return redirectWithFlash(context, dailyMixPath, "mix-feed-revoked");
    }
    await setMixLength({ viewer, minutes: value.minutes });
    return redirect(value.returnTo === "home" ? "/" : dailyMixPath, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { mix } = loaderData;
  if (!mix)
    return (
      <LoginPrompt
        returnPath={dailyMixPath}
        heading={dailyMixName}
        lead="あなたのために毎日選ぶ、ひと続きの番組です。"
      />
    );
  const refused = isFormResult(actionData) ? actionData : null;
  const address = actionData && "feedAddress" in actionData ? actionData.feedAddress : null;
  return (
    <Page
      title={dailyMixName}
      back={{ to: "/", label: "ホーム" }}
      lead={mix.tracks.length > 0 ? mix.lead : null}
    >
      {refused && (
        <Notice tone="error" title="変更できませんでした" className="mb-6">
          {firstMessage(refused)}
        </Notice>
      )}
      <DailyMixView tracks={mix.tracks} path={mix.queuePath} heardIds={mix.heardIds} minutes={mix.minutes} />
      <MixFeed address={address} createdOn={mix.feedCreatedOn} />
    </Page>
  );
}
