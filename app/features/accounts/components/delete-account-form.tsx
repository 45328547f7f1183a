import { Form, useNavigation } from "react-router";
import { type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";

const losses = [
  "プロフィールと画像、招待コード",
  "投稿した音声、作成中の音声と台本",
  "いいね、フォロー、プレイリスト",
  "すべての端末のログイン",
];

/** The way to delete the account: what is lost, then the word that confirms it. A refused try opens it. */
export function DeleteAccountForm({ refused }: { refused: RefusedForm | undefined }) {
  const { formData } = useNavigation();
  const form = useFocusWrong(refused);
  const errors = refused?.fields.confirm;
  return (
    <details className="group" open={refused !== undefined}>
      <summary
        className={`${buttonClass({ variant: "quiet" })} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Icon name="trash" />
        アカウントを削除する
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <Form
        ref={form}
        method="post"
        preventScrollReset
        className="mt-4 space-y-5 rounded-card border border-danger/50 p-4"
      >
        <input type="hidden" name="intent" value="delete-account" />
        <div className="space-y-2 text-sm">
          <p className="font-bold">次のものがすべて削除され、元に戻すことはできません。</p>
          <ul className="list-disc space-y-1 pl-5">
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <p className="text-muted">
            残しておきたいものがあるときは、先にデータをダウンロードしてください。もう一度参加するには、新しい招待が必要です。
          </p>
        </div>
        <TextField
          label="確認のため「削除」と入力してください"
          name="confirm"
          errors={errors}
          focused={errors !== undefined}
          defaultValue={refused?.values.confirm ?? ""}
          autoComplete="off"
          maxLength={20}
        />
        {refused && !errors && (
          <Notice tone="error" title="アカウントを削除できませんでした">
            {refusalText(refused)}
          </Notice>
        )}
        <Button
          variant="danger"
          icon="trash"
          busy={formData?.get("intent") === "delete-account"}
          busyLabel="削除しています"
        >
          アカウントを完全に削除する
        </Button>
      </Form>
    </details>
  );
}
