import type { ReactNode } from "react";
import { Link } from "react-router";
import { isOfficial } from "#app/features/accounts/account.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import { CorrectedText } from "#app/features/creation/correction/correction-record.tsx";
import { headingMessages } from "#app/features/creation/correction/heading/heading-edit.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useOperatorRole } from "../../console-data.ts";
import { inquiriesHref } from "../../inquiries/inquiries.ts";
import { logPath } from "../../log/log.ts";
import { LogChange } from "../../log/log-change.tsx";
import { AdminPage } from "../../parts/admin-page.tsx";
import { ConfirmForm } from "../../parts/confirm-form.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { correctOfficialTrackPath, editOfficialTrackPath, syncFailedTitle } from "../admin-tracks.ts";
import type { AdminTrackPageData, TrackLog } from "../find-admin-track.server.ts";
import { TrackActions } from "./track-actions.tsx";
import { AdminAudio, TrackState } from "./track-table.tsx";

const back = { to: "/admin/tracks", label: "音声" };
const linkClass = "inline-flex min-h-11 items-center px-2 text-sm underline";

export function TrackPage(page: AdminTrackPageData) {
  const {
    track,
    durationMs,
    isAuthorLockedOut,
    description,
    script,
    labels,
    files,
    reports,
    corrections,
    log,
  } = page;
  const { id, title, counts } = track;
  const facts = [
    ["番号", `#${id}`],
    ["長さ", formatTime(durationMs / 1000)],
    ["再生", counts.plays],
    ["表示", counts.impressions],
    ["いいね", counts.likes],
    ["ブックマーク", counts.bookmarks],
    ["投稿日時", track.uploadedAt],
    ["カテゴリー", labels.join("、") || "–"],
    ...(track.featured ? ([["今夜の一本", track.featured]] as const) : []),
    ...(track.reviewedAt ? ([["確認済みにした日時", track.reviewedAt]] as const) : []),
  ] as const;
  return (
    <AdminPage title={<span className="[overflow-wrap:anywhere]">{title}</span>} back={back}>
      <div className="max-w-200 space-y-6">
        <p className="flex flex-wrap items-center gap-2">
          <TrackState track={track} />
          {isAuthorLockedOut && <StatusBadge status="bad">投稿者は利用停止中</StatusBadge>}
          <Link to={`/admin/users/${track.posterId}`} className={`${linkClass} [overflow-wrap:anywhere]`}>
            {track.author}
          </Link>
          {track.isVisible && !isAuthorLockedOut && (
            // Another document: members' pages have a frame of their own.
            <a href={`/track/${id}`} className={linkClass}>
              公開ページを開く
            </a>
          )}
        </p>
        <Notices page={page} />
        <AdminAudio track={track} />
        <TrackActions track={track} />
        <OfficialTrackLinks track={track} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 text-sm rail:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        {description !== null && (
          <Section id="description" title="説明">
            <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>
          </Section>
        )}
        <Section id="script" title="台本">
          <p className="rounded-card border border-line bg-surface p-4 text-sm leading-[1.9] whitespace-pre-line [overflow-wrap:anywhere]">
            {script || "台本はありません。"}
          </p>
        </Section>
        {corrections.length > 0 && (
          <Section id="corrections" title={`訂正（${corrections.length}件）`}>
            <Corrections corrections={corrections} />
          </Section>
        )}
        {reports.all > 0 && (
          <Section id="reports" title="報告">
            <p className="text-sm">
              これまでに{reports.all}件の報告がありました。
              <Link
                to={inquiriesHref({ tab: "reports", state: reports.open > 0 ? "open" : "closed", track: id })}
                className={linkClass}
              >
                報告を開く
              </Link>
            </p>
          </Section>
        )}
        <Section id="log" title="操作記録">
          <Log trackId={id} log={log} />
        </Section>
        <Section id="files" title="ファイル">
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
            label="ファイルを確認"
            icon="refresh"
            title="この音声のファイルを確認しますか？"
            text="大きさと内容を記録と比べます。何も変更しません。"
            confirmLabel="確認する"
            failureTitle={syncFailedTitle}
          />
        </Section>
      </div>
    </AdminPage>
  );
}

/** A member's track is its author's to change. */
function OfficialTrackLinks({ track: { id, posterId } }: Pick<AdminTrackPageData, "track">) {
  const role = useOperatorRole();
  if (!isOfficial(posterId) || !isPermitted({ role }, "GET /admin/tracks/:trackId/correct")) return null;
  return (
    <p className="flex flex-wrap gap-2">
      <ButtonLink to={correctOfficialTrackPath(id)} variant="quiet" icon="voice">
        {correctionMessages.heading}
      </ButtonLink>
      <ButtonLink to={editOfficialTrackPath(id)} variant="quiet" icon="edit">
        {headingMessages.heading}
      </ButtonLink>
    </p>
  );
}

function Notices({ page: { track, reports } }: { page: AdminTrackPageData }) {
  return (
    <>
      {track.isWithheld && (
        <Notice tone="warning" title="公開を停止しています">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">
            {track.takedownReason === null
              ? "理由は、投稿した方に送られていません。"
              : `投稿した方に送られた理由：${track.takedownReason}`}
          </p>
        </Notice>
      )}
      {!track.isWithheld && !track.isVisible && (
        <Notice tone="info" title="非公開の音声です">
          投稿した方のほかには見えません。ここを見たことは操作記録に残ります。
        </Notice>
      )}
      {track.wait !== null && (
        <Notice tone="info" title="新しい会員の音声です">
          {track.wait}会員の一覧、投稿した方のページ、リンクからは、いまも聴けます。
        </Notice>
      )}
      {reports.open > 0 && (
        <Notice tone="warning" title={`対応していない報告が${reports.open}件あります`}>
          <Link
            to={inquiriesHref({ tab: "reports", state: "open", track: track.id })}
            className="font-bold underline"
          >
            報告を開く
          </Link>
        </Notice>
      )}
    </>
  );
}

export function DeletedTrackPage({ id, log }: { id: number; log: TrackLog }) {
  return (
    <AdminPage title={`音声 #${id}`} back={back}>
      <div className="max-w-200 space-y-6">
        <Notice tone="info" title="この音声は削除されています">
          台本、ファイル、報告は残っていません。
        </Notice>
        <Section id="log" title="操作記録">
          <Log trackId={id} log={log} />
        </Section>
      </div>
    </AdminPage>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Corrections({ corrections }: Pick<AdminTrackPageData, "corrections">) {
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
      {corrections.map(({ id, field, place, before, after, note, at, state }) => (
        <li key={id} className="space-y-1 px-4 py-3 [overflow-wrap:anywhere]">
          <p className="text-xs text-muted">
            {at}・{place}・{state}
          </p>
          <CorrectedText {...{ field, before, after, note }} />
        </li>
      ))}
    </ol>
  );
}

function Log({ trackId, log }: { trackId: number; log: TrackLog }) {
  if (log.rows.length === 0) return <p className="text-sm text-muted">この音声への操作はありません。</p>;
  return (
    <>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
        {log.rows.map(({ id, action, at, who, change }) => (
          <li key={id} className="space-y-1 px-4 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-bold">{action}</span>
              <span className="text-xs text-muted tabular-nums">
                {at}・{who}
              </span>
            </p>
            {change.length > 0 && <LogChange lines={change} />}
          </li>
        ))}
      </ol>
      {log.isMore && (
        <Link to={`${logPath}?${new URLSearchParams({ track: String(trackId) })}`} className={linkClass}>
          すべての操作記録
        </Link>
      )}
    </>
  );
}
