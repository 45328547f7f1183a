import { Link } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import {
  insightsCsvPath,
  insightsHeading,
  insightsPath,
  listenersPerStep,
  trackInsightsPath,
} from "#app/features/insights/insights.ts";
import { CurveCard, DaysCard, FactsCard, SourcesCard } from "#app/features/insights/insights-charts.tsx";
import { findTrackInsights } from "#app/features/insights/server/find-insights.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/track-insights-page";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: documentTitle(
      loaderData?.insights ? `${insightsHeading}：${loaderData.insights.title}` : insightsHeading,
    ),
  },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const trackId = parseTrackId({ id: params.trackId });
  return {
    path: trackInsightsPath(trackId),
    insights: viewer && (await findTrackInsights({ viewer: requireMember(viewer), trackId })),
  };
});

export default function TrackInsights({ loaderData }: Route.ComponentProps) {
  const { path, insights } = loaderData;
  if (!insights) return <LoginPrompt returnPath={path} heading={insightsHeading} />;
  const { id, title, days, likeCount, bookmarkCount, clipCount, curve, durationMs } = insights;
  return (
    <Page
      title={insightsHeading}
      back={{ to: insightsPath, label: "すべての音声" }}
      lead={
        <Link to={`/track/${id}`} className="underline">
          {title}
        </Link>
      }
    >
      <DaysCard days={days} />
      {curve ? (
        <CurveCard curve={curve} durationMs={durationMs} />
      ) : (
        <Card as="section" aria-labelledby="curve" className="mb-4">
          <h2 id="curve" className="text-sm text-muted">
            どこまで聴かれたか
          </h2>
          <p className="pt-2 text-sm">
            聴いた会員が{listenersPerStep}
            人になると、翌日からここに行ごとの割合が出ます。だれのことかわからないように、
            {listenersPerStep}人ずつまとめて数えます。
          </p>
        </Card>
      )}
      <SourcesCard days={days} />
      <FactsCard
        facts={[
          { label: "いいね", value: likeCount },
          { label: "保存", value: bookmarkCount },
          { label: "一節", value: clipCount },
        ]}
      />
      <p className="flex flex-wrap gap-2">
        <ButtonLink
          to={insightsCsvPath({ trackId: id, by: "day" })}
          reloadDocument
          variant="quiet"
          icon="download"
        >
          日ごとのCSV
        </ButtonLink>
        {curve && (
          <ButtonLink
            to={insightsCsvPath({ trackId: id, by: "line" })}
            reloadDocument
            variant="quiet"
            icon="download"
          >
            行ごとのCSV
          </ButtonLink>
        )}
      </p>
    </Page>
  );
}
