import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { profilePartLabels } from "#app/features/profile/profile-parts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { PlaylistModeration, ProfileResetForm } from "../moderation/moderation-forms.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { CaseTimeline, NoteForm } from "./case-timeline.tsx";
import type { SubjectCaseView } from "./load-inquiries.server.ts";
import { CloseForm, ReportList } from "./report-card.tsx";

interface SubjectReportCardProps {
  reported: SubjectCaseView;
  action: string;
}

export function SubjectReportCard(props: SubjectReportCardProps) {
  const { reported } = props;
  const { subject, name, member, profile, playlist, openCount, closedCount, open, closed } = reported;
  return (
    <Card as="article" aria-labelledby={`report-${subject}`} className="space-y-4">
      <div className="flex items-start gap-3">
        {profile && <Avatar name={name} picture={profile.picture} width={48} className="size-12" />}
        <div className="min-w-0 flex-1 space-y-1">
          <div className="flex flex-wrap items-center gap-2">
            {openCount > 0 && <StatusBadge status="waiting">未対応 {openCount}件</StatusBadge>}
            {openCount === 0 && <StatusBadge status="good">対応済み</StatusBadge>}
            {reported.wasReopened && <Badge>再開</Badge>}
            {playlist?.isTakenDown && <StatusBadge status="bad">公開停止中</StatusBadge>}
            {playlist && !playlist.isPublic && !playlist.isTakenDown && (
              <StatusBadge status="off">非公開</StatusBadge>
            )}
            {member.isLockedOut && <StatusBadge status="bad">会員は利用停止中</StatusBadge>}
          </div>
          <h2 id={`report-${subject}`} className="text-base wrap-anywhere">
            {name}
          </h2>
          <Link
            to={`/admin/users/${member.id}`}
            className="inline-flex min-h-11 items-center text-sm text-accent underline"
          >
            {profile ? "会員のページ" : `持ち主 ${member.name}`}
          </Link>
        </div>
      </div>
      <Shown {...reported} />
      <ReportList reports={open} count={openCount} />
      {closedCount > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
            閉じた報告 {closedCount}件
          </summary>
          <ReportList reports={closed} count={closedCount} />
        </details>
      )}
      <CaseTimeline entries={reported.timeline} />
      <Actions {...props} />
    </Card>
  );
}

function Shown({ profile, playlist }: SubjectCaseView) {
  const facts: [string, string][] = profile
    ? profile.parts.map(({ part, value }) => [
        profilePartLabels[part],
        part === "picture" && value.length > 8 ? "画像あり" : value,
      ])
    : [
        ["説明", playlist?.description ?? "なし"],
        ["カテゴリー", playlist?.categories ?? ""],
      ];
  return (
    <dl className="space-y-1 rounded-card bg-sunken px-3 py-2 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-3">
          <dt className="w-28 shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ reported, action }: SubjectReportCardProps) {
  const { subject, name, member, profile, playlist, openCount } = reported;
  const about = `「${name}」`;
  const seenAt = openCount > 0 ? reported.seenAt : undefined;
  return (
    <div className="flex flex-wrap gap-2">
      {openCount > 0 ? (
        <CloseForm
          action={action}
          values={{ intent: "subject-close", subject, seenAt: reported.seenAt }}
          name={name}
          openCount={openCount}
          outcome={playlist?.isTakenDown ? "withheld" : member.isLockedOut ? "denied" : "none"}
        />
      ) : (
        <ConfirmForm
          action={action}
          values={{ intent: "subject-reopen", subject }}
          label="未対応に戻す"
          ariaLabel={`未対応に戻す：${about}の報告`}
          icon="refresh"
          title="報告を未対応に戻しますか？"
          text="ほかには何も変わりません。報告した方には知らせません。"
          confirmLabel="未対応に戻す"
        />
      )}
      {profile?.parts.map((part) => (
        <ProfileResetForm key={part.part} action={action} {...part} member={member} seenAt={seenAt} />
      ))}
      {playlist && <PlaylistModeration action={action} playlist={playlist} seenAt={seenAt} />}
      <NoteForm action={action} values={{ intent: "subject-note", subject }} about={`${about}の報告`} />
    </div>
  );
}
