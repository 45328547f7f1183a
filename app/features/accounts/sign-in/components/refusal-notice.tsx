import { useLocation } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Why a form of a public page was refused; leads visitors, whose form came without JavaScript, to the sign-in and back. */
export function RefusalNotice({ answer, className }: { answer: FormResult; className: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams({ redirect: `${pathname}${search}` });
  return (
    <Notice
      tone="error"
      title={firstMessage(answer)}
      className={className}
      actions={
        answer.status === 401 && (
          <a href={`/api/auth/google?${query}`} className={buttonClass({ variant: "quiet" })}>
            ログインする
          </a>
        )
      }
    />
  );
}
