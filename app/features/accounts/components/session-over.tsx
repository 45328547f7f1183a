import { buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

interface SessionOverProps {
  /** A path of this site, where the new tab leads to. */
  returnPath: string;
  /** What the button says that saves what was typed. */
  save: string;
}

/** The session has ended while something was typed: the way to sign in beside this page, which keeps it. */
export function SessionOver({ returnPath, save }: SessionOverProps) {
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
