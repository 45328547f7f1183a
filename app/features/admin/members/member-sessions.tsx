import { EmptyState } from "#app/ui/empty-state.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";

interface MemberSessionsProps {
  member: MemberView;
  sessions: NonNullable<MemberPageData["sessions"]>;
  answer: FormResult | undefined;
}

/** Where a member is signed in; each can be ended, or all. */
export function MemberSessions({ member, sessions, answer }: MemberSessionsProps) {
  const { id, name } = member;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="text-sm text-muted">ここを見たことは操作記録に残ります。</p>
        {sessions.length > 0 && (
          <ConfirmForm
            values={{ intent: "end-sessions", id }}
            answer={answer}
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
          { key: "device", header: "端末", isTitle: true, cell: ({ device }) => device },
          { key: "id", header: "ID", cell: ({ shortId }) => <code>{shortId}</code> },
          { key: "created", header: "ログイン", cell: ({ created }) => created },
          { key: "active", header: "最後の利用", cell: ({ lastActive }) => lastActive },
          {
            key: "actions",
            header: "操作",
            isActions: true,
            cell: ({ id: session, device, shortId }) => (
              <ConfirmForm
                values={{ intent: "end-session", id, session }}
                answer={answer}
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
