import { Link, redirect } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { ConfirmForm } from "#app/features/admin/parts/confirm-form.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { toAdminTrackItem } from "#app/features/admin/tracks/admin-track-item.ts";
import { trackForm } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { syncFailedTitle } from "#app/features/admin/tracks/admin-tracks.ts";
import { changeTrack } from "#app/features/admin/tracks/change-track.server.ts";
import { findAdminTrackPage } from "#app/features/admin/tracks/find-admin-track.server.ts";
import { TrackActions } from "#app/features/admin/tracks/parts/track-actions.tsx";
import { AdminAudio, TrackState } from "#app/features/admin/tracks/parts/track-table.tsx";
import { NotFound } from "#app/features/domain-error.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { type AdminArguments, adminScreen } from "#app/http/core/admin-screen.server.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/track";

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(loaderData?.track.title ?? "音声");

export const loader = adminScreen(async ({ params }: AdminArguments<Route.LoaderArgs>) => {
  const id = trackIdSchema.safeParse(params.trackId);
  const found = id.success ? await findAdminTrackPage(id.data) : null;
  if (!found) throw new NotFound("音声が見つかりません");
  const { track, ...rest } = found;
  return { ...rest, track: toAdminTrackItem(track), duration: formatTime(track.durationMs / 1000) };
});

export const action = formAction({
  who: "admin",
  schema: trackForm,
  async run({ context, value, viewer: admin }) {
    setFlash(context, await changeTrack(actorOf(admin), value));
    return redirect(value.intent === "delete" ? "/admin/tracks" : `/admin/tracks/${value.trackId}`, 303);
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function AdminTrack({ loaderData, actionData }: Route.ComponentProps) {
  const { track, duration, script, labels, files, openReports } = loaderData;
  const { id, title, counts } = track;
  const facts = [
    ["番号", `#${id}`],
    ["長さ", duration],
    ["再生", counts.plays],
    ["表示", counts.impressions],
    ["いいね", counts.likes],
    ["ブックマーク", counts.bookmarks],
    ["投稿日時", track.uploadedAt],
    ["カテゴリ", labels.join("、") || "–"],
  ] as const;
  return (
    <AdminPage title={title} back={{ to: "/admin/tracks", label: "音声" }}>
      <div className="max-w-200 space-y-6">
        <p className="flex flex-wrap items-center gap-2">
          <TrackState track={track} />
          <Link
            to={`/admin/users/${track.posterId}`}
            className="inline-flex min-h-11 items-center px-2 text-sm underline"
          >
            {track.poster}
          </Link>
          {track.isVisible && (
            // Another document: members' pages have a frame of their own.
            <a href={`/track/${id}`} className="inline-flex min-h-11 items-center px-2 text-sm underline">
              公開ページを開く
            </a>
          )}
        </p>
        {track.isWithheld && (
          <Notice tone="warning" title="公開を停止しています">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">
              {track.withheldReason === null
                ? "理由は、投稿した方に送られていません。"
                : `投稿した方に送られた理由：${track.withheldReason}`}
            </p>
          </Notice>
        )}
        {openReports > 0 && (
          <Notice tone="warning" title={`対応していない報告が${openReports}件あります`}>
            <Link to="/admin/inquiries" className="font-bold underline">
              お問い合わせ・報告を開く
            </Link>
          </Notice>
        )}
        <AdminAudio track={track} />
        <TrackActions track={track} answer={actionData} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 text-sm rail:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby="files" className="space-y-3">
          <h2 id="files" className="text-lg">
            ファイル
          </h2>
          <ul className="space-y-1 text-sm">
            {files.map(({ kbps, size, state }) => (
              <li key={kbps} className="tabular-nums">
                {kbps} kbps・{size}・{track.location}・{state}
              </li>
            ))}
            {files.length === 0 && <li>ファイルの記録がありません。</li>}
          </ul>
          <ConfirmForm
            values={{ intent: "check", trackId: id }}
            answer={actionData}
            label="ファイルを確認"
            icon="refresh"
            title="この音声のファイルを確認しますか？"
            text="大きさと内容を記録と比べます。何も変更しません。"
            confirmLabel="確認する"
            failureTitle={syncFailedTitle}
          />
        </section>
        <section aria-labelledby="script" className="space-y-3">
          <h2 id="script" className="text-lg">
            台本
          </h2>
          <p className="rounded-card border border-line bg-surface p-4 text-sm leading-[1.9] whitespace-pre-line [overflow-wrap:anywhere]">
            {script || "台本はありません。"}
          </p>
        </section>
      </div>
    </AdminPage>
  );
}
