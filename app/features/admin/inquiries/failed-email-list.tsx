import { Link } from "react-router";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { AllMatching } from "../bulk/all-matching.tsx";
import { BulkForm } from "../parts/bulk-form.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import type { FailedEmailView } from "./load-inquiries.server.ts";

interface FailedEmailListProps {
  emails: readonly FailedEmailView[];
  total: number;
  waiting: { waiting: number; retrying: number };
  action: string;
}

const selection = "letters";

export function FailedEmailList({ emails, total, waiting, action }: FailedEmailListProps) {
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">
        何度か試しても届かなかったメールです。宛先の誤りなら破棄し、メールサーバーの不調だったなら、直ってから再送してください。30日たつと消えます。
        {waiting.waiting > 0 &&
          `ほかに、送信を待っているメールが${waiting.waiting.toLocaleString("ja-JP")}通（うち再試行中${waiting.retrying.toLocaleString("ja-JP")}通）あります。`}
      </p>
      {total > 0 && (
        <div className="flex flex-wrap gap-2">
          <ConfirmForm
            action={action}
            values={{ intent: "emails-retry-all" }}
            label={`${total.toLocaleString("ja-JP")}通すべて再送する`}
            icon="mail"
            title="すべて再送しますか？"
            text="もう一度、はじめから送信を試します。"
            confirmLabel="再送する"
          />
        </div>
      )}
      {total > 0 && (
        <BulkForm
          id={selection}
          action={action}
          actions={[
            {
              intent: "emails-retry",
              label: "選択を再送",
              icon: "mail",
              title: "選択したメールを再送しますか？",
              confirmLabel: "再送する",
            },
            {
              intent: "emails-drop",
              label: "選択を破棄",
              icon: "trash",
              title: "選択したメールを破棄しますか？",
              needsPassword: true,
              text: "相手には届きません。取り消せません。",
              fields: <AllMatching name="drop-all" count={total} isMore={false} noun="メール" unit="通" />,
              confirmLabel: "破棄する",
              isDestructive: true,
            },
          ]}
        />
      )}
      <DataTable
        caption="届かなかったメール"
        rows={emails}
        rowKey={({ id }) => id}
        selection={{
          formId: selection,
          value: ({ id }) => id,
          label: ({ subject, to }) => `${to}への「${subject}」を選択`,
        }}
        columns={[
          { header: "件名", isTitle: true, cell: ({ subject }) => subject },
          {
            header: "宛先",
            cell: ({ to, userId }) =>
              userId ? (
                <Link to={`/admin/users/${userId}`} className="text-accent underline wrap-anywhere">
                  {to}
                </Link>
              ) : (
                <span className="wrap-anywhere">{to}</span>
              ),
          },
          {
            header: "理由",
            cell: ({ error }) => <span className="wrap-anywhere">{error}</span>,
          },
          { header: "試した回数", align: "right", cell: ({ attempts }) => attempts },
          {
            header: "作成",
            cell: ({ createdAt }) => <span className="tabular-nums rail:whitespace-nowrap">{createdAt}</span>,
          },
          {
            header: "操作",
            isActions: true,
            cell: (email) => <FailedEmailActions email={email} action={action} />,
          },
        ]}
        empty={<EmptyState icon="mail" title="届かなかったメールはありません" />}
      />
    </div>
  );
}

function FailedEmailActions({ email, action }: { email: FailedEmailView; action: string }) {
  const { id, subject, to } = email;
  const about = `${to}への「${subject}」`;
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmForm
        action={action}
        values={{ intent: "email-retry", id }}
        label="再送"
        ariaLabel={`再送：${about}`}
        title="このメールを再送しますか？"
        text={to}
        confirmLabel="再送する"
      />
      <ConfirmForm
        action={action}
        values={{ intent: "email-drop", id }}
        label="破棄"
        ariaLabel={`破棄：${about}`}
        variant="plain"
        title="このメールを破棄しますか？"
        needsPassword
        text="相手には届きません。取り消せません。"
        confirmLabel="破棄する"
        isDestructive
      />
    </div>
  );
}
