import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { draftsPath } from "#app/features/creation/drafts/drafts.ts";
import { SeriesList } from "#app/features/series/components/series-list.tsx";
import { seriesListPath } from "#app/features/series/series.ts";
import { listSeries } from "#app/features/series/server/find-series.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/series-list-page";

const heading = "連続番組";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(heading) }];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  return { series: viewer && (await listSeries(requireMember(viewer))) };
});

export default function SeriesListPage({ loaderData }: Route.ComponentProps) {
  const { series } = loaderData;
  if (!series)
    return (
      <LoginPrompt
        returnPath={seriesListPath}
        heading={heading}
        lead="長い文章を分けて、決めた曜日と時刻に続けて公開できます。"
      />
    );
  return (
    <Page title={heading} back={{ to: draftsPath, label: "下書きと公開の予定" }}>
      <SeriesList series={series} />
    </Page>
  );
}
