import { Link } from "react-router";
import { maxNoteLength } from "#app/features/cases/cases.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { HistoryFacts, ScriptLines } from "../evidence/evidence-parts.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { AdminAudio } from "../tracks/parts/track-table.tsx";
import { CaseTextField, CaseTimeline, NoteForm, ReasonField, SelectBox } from "./case-timeline.tsx";
import { inquiriesHref } from "./inquiries.ts";
import type { CaseReportsView, ReportCaseView } from "./load-inquiries.server.ts";

interface ReportCardProps {
  reported: ReportCaseView;
  action: string;
  /** Id of the form that acts on selected cards. */
  selection: string;
}

export function ReportCard({ reported, action, selection }: ReportCardProps) {
  const { track, openCount, closedCount, open, closed, seenAt } = reported;
  const { id: trackId, title, author } = track;
  return (
    <Card as="article" aria-labelledby={`report-${trackId}`} className="space-y-4">
      <div className="flex items-start gap-3">
        {openCount > 0 && (
          <SelectBox formId={selection} value={`${trackId}.${seenAt}`} label={`「${title}」の報告を選択`} />
        )}
        <div className="min-w-0 flex-1 space-y-1">
          <div className="flex flex-wrap items-center gap-2">
            {openCount > 0 && <StatusBadge status="waiting">未対応 {openCount}件</StatusBadge>}
            {openCount === 0 && <StatusBadge status="good">対応済み</StatusBadge>}
            {reported.wasReopened && <Badge>再開</Badge>}
            {track.isTakenDown && <StatusBadge status="bad">公開停止中</StatusBadge>}
            {!track.isVisible && !track.isTakenDown && <StatusBadge status="off">非公開</StatusBadge>}
            {author.isLockedOut && <StatusBadge status="bad">投稿者は利用停止中</StatusBadge>}
          </div>
          <h2 id={`report-${trackId}`} className="text-base wrap-anywhere">
            <Link to={`/admin/tracks/${trackId}`} className="hover:underline">
              #{trackId} {title}
            </Link>
          </h2>
          <p className="flex flex-wrap gap-x-4 text-sm">
            <Link
              to={`/admin/users/${author.id}`}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              投稿者 {author.name}
            </Link>
            <Link
              to={`/admin/tracks/${trackId}`}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              音声のページ
            </Link>
            <Link
              to={inquiriesHref({ tab: "reports", state: "open", author: author.id })}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              この投稿者への報告
            </Link>
          </p>
          {author.history && (
            <p className="flex flex-wrap gap-x-3 text-sm">
              <HistoryFacts history={author.history} />
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-4 panel:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-4">
          <ReportList reports={open} count={openCount} />
          <Evidence reported={reported} />
        </div>
        <div className="min-w-0 space-y-4">
          <CaseTimeline entries={reported.timeline} />
          <Actions reported={reported} action={action} />
        </div>
      </div>
      {closedCount > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
            閉じた報告 {closedCount}件
          </summary>
          <ReportList reports={closed} count={closedCount} />
        </details>
      )}
    </Card>
  );
}

function Evidence({ reported: { track, evidence } }: Pick<ReportCardProps, "reported">) {
  if (!evidence)
    return (
      <p className="text-sm text-muted">
        投稿者が非公開にしている音声です。音声のページで聴けますが、見たことが操作記録に残ります。
      </p>
    );
  const { passages, startS } = evidence;
  return (
    <section aria-label={`「${track.title}」の報告された部分`} className="space-y-3">
      {passages.map(({ firstLine, lines, before }) => (
        <div key={firstLine} className="rounded-card bg-sunken px-3 py-2 text-sm leading-[1.8]">
          <p className="text-xs text-muted">台本の{firstLine}行目から</p>
          <ScriptLines lines={lines} />
          {before.map((quote) => (
            <p key={quote} className="pt-1 text-xs text-muted wrap-anywhere">
              報告されたときの文：{quote}
            </p>
          ))}
        </div>
      ))}
      <AdminAudio track={track} startS={startS} />
    </section>
  );
}

export function ReportList({ reports, count }: { reports: CaseReportsView["open"]; count: number }) {
  if (count === 0) return null;
  return (
    <div>
      <ul className="divide-y divide-line rounded-card border border-line text-sm">
        {reports.map(({ id, reason, comment, line, reporter, at, outcome }) => (
          <li key={id} className="space-y-1 px-4 py-3">
            <p className="font-bold">{reason}</p>
            {line && (
              <p className="wrap-anywhere">
                {line.number}行目「<mark className="rounded-sm bg-voice-a-tint text-ink">{line.quote}</mark>」
              </p>
            )}
            {comment && <p className="whitespace-pre-wrap wrap-anywhere">{comment}</p>}
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
              {reporter ? (
                <Link
                  to={`/admin/users/${reporter.id}`}
                  className="-my-2 inline-flex min-h-11 items-center underline"
                >
                  {reporter.name}
                </Link>
              ) : (
                <span>会員でない方、または退会した方</span>
              )}
              <span className="tabular-nums">{at}</span>
              {outcome && <span>{outcome}</span>}
            </p>
          </li>
        ))}
      </ul>
      {count > reports.length && (
        <p className="pt-2 text-xs text-muted">ほか{(count - reports.length).toLocaleString("ja-JP")}件</p>
      )}
    </div>
  );
}

const reporterIsTold = "報告した会員には、詳しい内容なしで、確認が済んだことを通知します。";

function Actions({ reported, action }: Omit<ReportCardProps, "selection">) {
  const { track, openCount, seenAt } = reported;
  const { id: trackId, title, isTakenDown, author } = track;
  const about = `「${title}」`;
  const note = { intent: "report-note", trackId };
  return (
    <div className="flex flex-wrap gap-2">
      {openCount > 0 && (
        <CloseForm
          action={action}
          values={{ intent: "report-close", trackId, seenAt }}
          name={title}
          openCount={openCount}
          outcome={isTakenDown ? "withheld" : author.isLockedOut ? "denied" : "none"}
        />
      )}
      {openCount > 0 && !isTakenDown && (
        <TakedownForm trackId={trackId} seenAt={seenAt} about={about} action={action} />
      )}
      {openCount === 0 && (
        <ConfirmForm
          action={action}
          values={{ intent: "report-reopen", trackId }}
          label="未対応に戻す"
          ariaLabel={`未対応に戻す：${about}の報告`}
          icon="refresh"
          title="報告を未対応に戻しますか？"
          text="音声の状態は変わりません。報告した方には知らせません。"
          confirmLabel="未対応に戻す"
        />
      )}
      <NoteForm action={action} values={note} about={`${about}の報告`} />
      <DeleteForm trackId={trackId} about={about} action={action} />
    </div>
  );
}

const closeLabels = {
  none: "対応なしで閉じる",
  withheld: "公開停止済みとして閉じる",
  denied: "利用停止済みとして閉じる",
} as const;

interface CloseFormProps {
  action: string;
  /** Name what is closed: the intent, the subject, and up to when its reports were seen. */
  values: Record<string, string | number>;
  outcome: keyof typeof closeLabels;
  openCount: number;
  /** What was reported. */
  name: string;
}

export function CloseForm({ action, values, outcome, openCount, name }: CloseFormProps) {
  const sent = { ...values, outcome };
  return (
    <ConfirmForm
      action={action}
      values={sent}
      label={closeLabels[outcome]}
      ariaLabel={`${closeLabels[outcome]}：「${name}」`}
      icon="check"
      title={`報告${openCount}件を閉じますか？`}
      text={reporterIsTold}
      fields={
        <CaseTextField
          name="note"
          label="メモ（任意）"
          help="運営だけが見ます。"
          max={maxNoteLength}
          values={sent}
        />
      }
      confirmLabel="閉じる"
    />
  );
}

interface TrackFormProps {
  trackId: number;
  about: string;
  action: string;
}

function TakedownForm({ trackId, seenAt, about, action }: TrackFormProps & { seenAt: number }) {
  const values = { intent: "report-take-down", trackId, seenAt };
  return (
    <ConfirmForm
      action={action}
      values={values}
      label="公開停止にして閉じる"
      ariaLabel={`公開停止にして閉じる：${about}`}
      icon="eye-off"
      title="この音声を公開停止にしますか？"
      text={`投稿者のほかは見られなくなります。あとで解除できます。${reporterIsTold}`}
      fields={<ReasonField values={values} />}
      confirmLabel="公開停止にする"
    />
  );
}

function DeleteForm({ trackId, about, action }: TrackFormProps) {
  const values = { intent: "report-delete", trackId };
  return (
    <ConfirmForm
      action={`${action}${action.includes("?") ? "&" : "?"}delete`}
      values={values}
      label="音声を削除"
      ariaLabel={`音声を削除：${about}`}
      icon="trash"
      variant="plain"
      title="この音声を削除しますか？この操作は取り消せません。"
      text={`報告も一緒に消えます。迷うときは、あとで解除できる公開停止をお使いください。${reporterIsTold}`}
      fields={<ReasonField values={values} />}
      confirmLabel="削除する"
      isDestructive
      needsPassword
    />
  );
}
