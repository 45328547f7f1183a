import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { Forbidden } from "#app/features/domain-error.ts";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { reportMessages, reportPath } from "#app/features/reports/report.ts";
import { ReportPage } from "#app/features/reports/report-page.tsx";
import { listReportLines, reportTrack } from "#app/features/reports/report-track.server.ts";
import { reportForm } from "#app/features/reports/reports.schema.ts";
import { findOwnReport } from "#app/features/reports/reports.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/report-track";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(reportMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const track = await findTrack({ viewer, trackId: parseTrackId(params) });
  if (track.userId === viewer?.id) throw new Forbidden(reportMessages.own);
  return {
    track: toTrackListItem(track, viewer),
    lines: (await listReportLines(track.id)).map(shorten),
    previous: viewer && (await findOwnReport({ viewer, subject: { trackId: track.id } })),
  };
});

/** Longer choices make the list wider than a phone. */
const shorten = (line: string): string => {
  const characters = [...line.replaceAll("\n", " ")];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : characters.join("");
};

export const action = formAction({
  schema: reportForm,
  who: "anyone",
  limit: rateLimits.report,
  async run({ params, context, viewer, value }) {
    const trackId = parseTrackId(params);
    await reportTrack({ viewer, trackId, report: value });
    return redirectWithFlash(context, `/track/${trackId}`, "reported");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ReportTrack({ loaderData, actionData }: Route.ComponentProps) {
  const { track, lines, previous } = loaderData;
  return (
    <ReportPage
      heading={reportMessages.heading}
      lead="問題があると思われる音声をお知らせください。内容を確認し、必要な対応をします。"
      noun="音声"
      back={{ to: pageOfTrack(track), label: "音声に戻る" }}
      action={reportPath(track.id)}
      lines={lines}
      previous={previous}
      formResult={actionData}
    >
      <CoverImage track={track} className="w-14 shrink-0" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-bold">{track.title}</p>
        <p className="truncate text-sm text-muted">{track.posterName}</p>
      </div>
    </ReportPage>
  );
}
