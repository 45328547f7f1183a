import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

interface SessionEndedNoticeProps {
  /** A path of this site that the new tab leads to. */
  returnPath: string;
  /** Label of the button that saves the form. */
  save: string;
}

/** The session ended while a form was filled in: offers the sign-in in a new tab, so that the form stays. */
export function SessionEndedNotice({ returnPath, save }: SessionEndedNoticeProps) {
  return (
    <Notice
      tone="error"
      title="ログインが必要です"
      actions={
        <a
          href={`/api/auth/google?${new URLSearchParams({ redirect: returnPath })}`}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: "quiet" })}
        >
          ログインする（新しいタブ）
        </a>
      }
    >
      入力した内容は、まだ保存されていません。新しいタブでログインしてから、このページで「{save}
      」を押してください。
    </Notice>
  );
}
