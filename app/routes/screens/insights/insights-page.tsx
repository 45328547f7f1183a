import { Link } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import {
  insightsCsvPath,
  insightsHeading,
  insightsPath,
  trackInsightsPath,
} from "#app/features/insights/insights.ts";
import { DaysCard, FactsCard, WaysCard } from "#app/features/insights/insights-charts.tsx";
import {
  findMemberInsights,
  type TrackInsightsEntry,
} from "#app/features/insights/server/find-insights.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/insights-page";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(insightsHeading) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return null;
  const asked = context.get(requestContext).url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(asked) ? asked : undefined;
  return { ...(await findMemberInsights({ viewer: requireMember(viewer), cursor })), isFirst: !cursor };
});

/** 反響 of all tracks of the member's; each has a page of its own. */
const back = { to: "/profile", label: "マイページ" };

export default function Insights({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <LoginPrompt returnPath={insightsPath} heading={insightsHeading} />;
  const { days, received, tracks, next, isFirst } = loaderData;
  if (isFirst && tracks.length === 0)
    return (
      <Page title={insightsHeading} back={back}>
        <EmptyState
          icon="headphones"
          title="まだ投稿がありません"
          heading="h2"
          action={<ButtonLink to="/create-post">音声を作る</ButtonLink>}
        >
          音声を投稿すると、聴かれた回数や、どこまで聴かれたかがここに出ます。
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={insightsHeading}
      back={back}
      lead="見られるのはあなただけです。"
      actions={
        <ButtonLink to={insightsCsvPath()} reloadDocument variant="quiet" icon="download">
          CSVで保存
        </ButtonLink>
      }
    >
      {isFirst && (
        <>
          <DaysCard days={days} />
          <WaysCard days={days} />
          <FactsCard
            facts={[
              { label: "いいね", value: received.likes },
              { label: "プレイリストへの保存", value: received.saves },
            ]}
          />
        </>
      )}
      <section aria-labelledby="tracks" className="pt-4">
        <h2 id="tracks" className="text-base font-bold">
          音声ごと
        </h2>
        <ul className="divide-y divide-line">
          {tracks.map((track) => (
            <Entry key={track.id} track={track} />
          ))}
        </ul>
        {next && (
          <p className="pt-4 text-center">
            <ButtonLink to={`${insightsPath}?cursor=${encodeURIComponent(next)}`} variant="quiet">
              もっと前の音声
            </ButtonLink>
          </p>
        )}
      </section>
    </Page>
  );
}

function Entry({ track }: { track: TrackInsightsEntry }) {
  const facts = [
    `30日で${track.plays}回再生`,
    track.likeCount > 0 && `いいね${track.likeCount}`,
    track.bookmarkCount > 0 && `保存${track.bookmarkCount}`,
  ];
  return (
    <li>
      <Link
        to={trackInsightsPath(track.id)}
        className="flex min-h-14 items-center gap-3 py-2 hover:underline"
      >
        <CoverImage track={track} className="size-12" />
        <span className="min-w-0">
          <span className="block truncate">{track.title}</span>
          <span className="block text-xs text-muted tabular-nums">{facts.filter(Boolean).join(" ・ ")}</span>
        </span>
      </Link>
    </li>
  );
}
