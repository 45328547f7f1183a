import { Forbidden } from "#app/features/domain-error.ts";
import { playlistPath } from "#app/features/playlists/playlist.ts";
import { findPlaylist, parsePlaylistId } from "#app/features/playlists/server/find-playlist.server.ts";
import { playlistReportMessages, playlistReportPath } from "#app/features/reports/report.ts";
import { reportPlaylist } from "#app/features/reports/report-member-or-playlist.server.ts";
import { ReportPage } from "#app/features/reports/report-page.tsx";
import { subjectReportSchema } from "#app/features/reports/reports.schema.ts";
import { findOwnReport } from "#app/features/reports/reports.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/report-playlist";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(playlistReportMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const { id, name, owner, userId } = await findPlaylist({ viewer, playlistId: parsePlaylistId(params) });
  if (userId === viewer?.id) throw new Forbidden(playlistReportMessages.own);
  return {
    playlist: { id, name, ownerName: owner.name },
    previous: viewer && (await findOwnReport({ viewer, subject: { playlistId: id } })),
  };
});

export const action = formAction({
  schema: subjectReportSchema,
  who: "anyone",
  limit: rateLimits.report,
  async run({ params, context, viewer, value }) {
    const playlistId = parsePlaylistId(params);
    await reportPlaylist({ viewer, playlistId, report: value });
    return redirectWithFlash(context, playlistPath({ id: playlistId }), "reported");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ReportPlaylist({ loaderData, actionData }: Route.ComponentProps) {
  const { playlist, previous } = loaderData;
  return (
    <ReportPage
      heading={playlistReportMessages.heading}
      lead="名前や説明に問題があると思われるプレイリストをお知らせください。内容を確認し、必要な対応をします。入っている音声のことは、音声のページから報告できます。"
      noun="プレイリスト"
      back={{ to: playlistPath(playlist), label: "プレイリストに戻る" }}
      action={playlistReportPath(playlist)}
      previous={previous}
      formResult={actionData}
    >
      <div className="min-w-0">
        <p className="line-clamp-2 font-bold">{playlist.name}</p>
        <p className="truncate text-sm text-muted">{playlist.ownerName}</p>
      </div>
    </ReportPage>
  );
}
