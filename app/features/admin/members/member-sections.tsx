import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { memberPath } from "./admin-members.ts";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";
import { ReasonFields } from "./state-forms.tsx";

interface MemberSessionsProps {
  member: MemberView;
  sessions: NonNullable<MemberPageData["sessions"]>;
}

export function MemberSessions({ member, sessions }: MemberSessionsProps) {
  const { id, name } = member;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="text-sm text-muted">ここを見たことは操作記録に残ります。</p>
        {sessions.length > 0 && (
          <ConfirmForm
            values={{ intent: "end-sessions", id }}
            label="すべてログアウト"
            icon="logout"
            title={`${name}をすべての端末でログアウトさせますか？`}
            text="もう一度ログインすれば、また利用できます。"
            needsPassword
            confirmLabel="ログアウトさせる"
          />
        )}
      </div>
      <DataTable
        caption="ログイン中の端末"
        rows={sessions}
        rowKey={({ id: session }) => session}
        empty={<EmptyState icon="lock" title="ログイン中の端末はありません" />}
        columns={[
          { header: "端末", isTitle: true, cell: ({ device }) => device },
          { header: "ID", cell: ({ shortId }) => <code>{shortId}</code> },
          { header: "ログイン", cell: ({ created }) => created },
          { header: "最後の利用", cell: ({ lastActive }) => lastActive },
          {
            header: "操作",
            isActions: true,
            cell: ({ id: session, device, shortId }) => (
              <ConfirmForm
                values={{ intent: "end-session", id, session }}
                label="ログアウト"
                ariaLabel={`${device}（${shortId}）をログアウト`}
                icon="logout"
                title={`${device}をログアウトさせますか？`}
                needsPassword
                confirmLabel="ログアウトさせる"
              />
            ),
          },
        ]}
      />
    </>
  );
}

interface MemberBranchProps {
  member: MemberView;
  branch: NonNullable<MemberPageData["branch"]>;
}

export function MemberBranch({ member, branch }: MemberBranchProps) {
  const { id, name, isOfficial } = member;
  const { generations, accounts, open, revoked, members } = branch;
  const hidden = accounts - members.length;
  return (
    <div className="space-y-5">
      <p className="text-sm">
        {accounts === 0
          ? "この会員の招待で参加した人はいません。"
          : `この会員の招待から、${accounts.toLocaleString("ja-JP")}人が参加しました（${generations
              .map((one) => `${one.depth}代目 ${one.accounts.toLocaleString("ja-JP")}人`)
              .join("、")}）。`}
      </p>
      {!isOfficial && (
        <div className="flex flex-wrap gap-2">
          {open > 0 && (
            <ConfirmForm
              values={{ intent: "revoke-branch", id, accounts: open }}
              label="系列ごと拒否"
              icon="lock"
              title={`${name}と、その招待から参加した会員を拒否しますか？`}
              text={`この会員を含む${open.toLocaleString("ja-JP")}件のアカウントを拒否します。招待リンクは使えなくなり、すべての端末でログアウトし、投稿は見えなくなります。お支払い中のプレミアムは、すぐに解約されます。支払い済みの料金は自動では返金されません。あとから系列ごと承認し直せますが、解約された契約は戻りません。`}
              fields={<ReasonFields of={{ intent: "revoke-branch", id }} />}
              isDestructive
              needsPassword
              confirmLabel={`${open.toLocaleString("ja-JP")}件を拒否する`}
            />
          )}
          {revoked > 0 && (
            <ConfirmForm
              values={{ intent: "restore-branch", id }}
              label="系列ごと承認し直す"
              icon="check"
              title={`系列ごと拒否した${revoked.toLocaleString("ja-JP")}件のアカウントを承認し直しますか？`}
              text="別に拒否していたアカウントは、そのままです。停止していたアカウントは停止中に、承認を待っていたアカウントは承認待ちに戻ります。解約されたプレミアムは戻りません。"
              confirmLabel="承認し直す"
            />
          )}
        </div>
      )}
      {members.length === 0 ? (
        <EmptyState icon="invite" title="招待から参加した会員はいません" />
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {members.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <span className="w-14 shrink-0 text-xs text-muted">{one.depth}代目</span>
              <Link
                to={memberPath(one.id)}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 hover:underline"
              >
                <Avatar name={one.name} picture={one.picture} width={32} className="size-8" />
                <span className="min-w-0 truncate font-bold">{one.name}</span>
                <span className="text-xs text-muted">{one.shortId}</span>
              </Link>
              {one.state !== "approved" && (
                <StatusBadge status={one.state === "pending" ? "waiting" : "bad"}>
                  {one.stateLabel}
                </StatusBadge>
              )}
              {one.reports > 0 && <span className="text-xs text-danger">報告 {one.reports}件</span>}
              {one.takedowns > 0 && <span className="text-xs text-danger">公開停止 {one.takedowns}件</span>}
              <span className="text-xs text-muted">{one.joined}</span>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className="text-sm text-muted">ほかに{hidden.toLocaleString("ja-JP")}人います。</p>}
    </div>
  );
}

export function MemberHistory({ history }: { history: NonNullable<MemberPageData["history"]> }) {
  return (
    <>
      <p className="pb-3 text-sm text-muted">新しい100件です。ここを見たことは操作記録に残ります。</p>
      <DataTable
        caption="再生履歴"
        rows={history}
        rowKey={({ trackId }) => trackId}
        empty={<EmptyState icon="headphones" title="再生履歴はありません" />}
        columns={[
          {
            header: "音声",
            isTitle: true,
            cell: ({ trackId, title }) => (
              <Link to={`/admin/tracks/${trackId}`} className="inline-flex min-h-11 items-center underline">
                {title}
              </Link>
            ),
          },
          {
            header: "聴いた割合",
            align: "right",
            cell: ({ progressPercent, completed }) => (completed ? "最後まで" : `${progressPercent}%`),
          },
          { header: "最後に聴いた日時", cell: ({ at }) => at },
        ]}
      />
    </>
  );
}
