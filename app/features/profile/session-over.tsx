import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { editPath } from "./profile.ts";

/** The session has ended while something was typed: the way to sign in beside this page, which keeps it. */
export function SessionOver() {
  return (
    <Notice
      tone="error"
      title="ログインが必要です"
      actions={
        <a
          href={`/api/auth/google?${new URLSearchParams({ redirect: editPath })}`}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: "quiet" })}
        >
          ログインする（新しいタブ）
        </a>
      }
    >
      入力した内容は、まだ保存されていません。新しいタブでログインしてから、このページで「保存する」を押してください。
    </Notice>
  );
}
