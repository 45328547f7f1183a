import { Form } from "react-router";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";

const deletedData = [
  "プロフィールと画像、招待コード",
  "投稿した音声、作成中の音声と台本",
  "いいね、フォロー、プレイリスト",
  "すべての端末のログイン",
];

interface DeleteAccountFormProps {
  action: string;
  formResult: FormResult | undefined;
  isOpen: boolean;
  /** The payment that ends with the account; null for members who pay nothing. */
  endingPayment: string | null;
  /** Where to sign in again first; null after a recent sign-in. */
  reauthenticationPath: string | null;
}

export function DeleteAccountForm({
  action,
  formResult,
  isOpen,
  endingPayment,
  reauthenticationPath,
}: DeleteAccountFormProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ confirm: string }>({
    id: "delete-account",
    action,
    intent: "delete-account",
    formResult,
  });
  return (
    <details className="group" open={isOpen || formResult !== undefined}>
      <summary
        className={`${buttonClass({ variant: "quiet" })} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Icon name="trash" />
        アカウントを削除する
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      {reauthenticationPath !== null ? (
        <div className="mt-4 space-y-5 rounded-card border border-danger/50 p-4">
          <Consequences endingPayment={endingPayment} />
          <p className="text-sm">
            最後のログインから時間がたっています。安全のため、もう一度ログインしてから削除してください。
          </p>
          <ButtonLink to={reauthenticationPath} variant="quiet" icon="person">
            もう一度ログインする
          </ButtonLink>
        </div>
      ) : (
        <Form
          {...form}
          preventScrollReset
          className="mt-4 space-y-5 rounded-card border border-danger/50 p-4"
        >
          <input type="hidden" name="intent" value="delete-account" />
          <Consequences endingPayment={endingPayment} />
          <TextField
            {...field(fields.confirm)}
            label="確認のため「削除」と入力してください"
            autoComplete="off"
            maxLength={20}
          />
          {error && (
            <Notice tone="error" title="アカウントを削除できませんでした">
              {error}
            </Notice>
          )}
          <Button variant="danger" icon="trash" busy={isSubmitting} busyLabel="削除しています">
            アカウントを完全に削除する
          </Button>
        </Form>
      )}
    </details>
  );
}

function Consequences({ endingPayment }: Pick<DeleteAccountFormProps, "endingPayment">) {
  return (
    <div className="space-y-2 text-sm">
      <p className="font-bold">次のものがすべて削除され、元に戻すことはできません。</p>
      <ul className="list-disc space-y-1 pl-5">
        {deletedData.map((item) => (
          <li key={item}>{item}</li>
        ))}
        <li>
          {endingPayment ?? "プレミアムの残りの期間"}
          （契約は解約となり、返金はありません）
        </li>
      </ul>
      <p className="text-muted">
        残しておきたいものがあるときは、先にデータをダウンロードしてください。もう一度参加するには、新しい招待が必要です。
      </p>
    </div>
  );
}
