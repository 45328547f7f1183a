import { useLocation } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";

interface SessionEndedNoticeProps {
  /** A path of this site, for the new tab. */
  returnPath: string;
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

/** Why a public page's form was refused. Leads visitors, whose form came without JavaScript, to the sign-in and back. */
export function RefusalNotice({ formResult, className }: { formResult: FormResult; className: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams({ redirect: `${pathname}${search}` });
  return (
    <Notice
      tone="error"
      title={firstMessage(formResult)}
      className={className}
      actions={
        formResult.status === 401 && (
          <a href={`/api/auth/google?${query}`} className={buttonClass({ variant: "quiet" })}>
            ログインする
          </a>
        )
      }
    />
  );
}
