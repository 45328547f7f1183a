import { redirect } from "react-router";
import { checked } from "#app/features/checked.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { ReportForm } from "#app/features/reports/components/report-form.tsx";
import { reportMessages } from "#app/features/reports/report.ts";
import { reportSchema } from "#app/features/reports/reports.schema.ts";
import { findOwnReport } from "#app/features/reports/server/find-own-report.server.ts";
import { reportTrack } from "#app/features/reports/server/report-track.server.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { Cover } from "#app/features/tracks/components/cover.tsx";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/report-track";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(reportMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

function readTrackId(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data.id;
}

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const track = await findTrack({ viewer, trackId: readTrackId(params) });
  if (track.userId === viewer?.id) throw new Forbidden(reportMessages.own);
  return {
    track: listedTrack(track),
    before: viewer && (await findOwnReport({ viewer, trackId: track.id })),
  };
});

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = await getViewer(context);
  const trackId = readTrackId(params);
  const values = await readFields(request);
  return answerForm({
    context,
    values,
    async work() {
      countAgainst(rateLimits.report, { viewer, address: context.get(requestContext).address });
      await reportTrack({ viewer, trackId, report: checked(reportSchema, values) });
      sayOnNextPage(context, "track-reported");
      throw redirect(`/track/${trackId}`, 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function ReportTrack({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { track, before } = loaderData;
  return (
    <Page
      title={reportMessages.heading}
      lead="問題があると思われる音声をお知らせください。内容を確認し、必要な対応をします。"
      back={{ to: track.path, label: "音声に戻る" }}
    >
      <div className="space-y-6">
        <div className="flex items-center gap-4 rounded-card bg-sunken p-3">
          <Cover track={track} className="w-14 shrink-0" />
          <div className="min-w-0">
            <p className="line-clamp-2 font-bold">{track.title}</p>
            <p className="truncate text-sm text-muted">{track.posterName}</p>
          </div>
        </div>
        {before && !refused && (
          <Notice>この音声は報告済みです。もう一度送ると、前の報告が新しい内容に置き換わります。</Notice>
        )}
        <ReportForm trackId={track.id} before={before} refused={refused} returnPath={track.path} />
      </div>
    </Page>
  );
}
