import { Link } from "react-router";
import { waitingDays } from "#app/features/sign-in-moves/sign-in-move.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, formResultFor, submittedValue } from "#app/ui/form/form-result.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { memberPath } from "./admin-members.ts";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";

type Move = NonNullable<NonNullable<MemberPageData["overview"]>["move"]>;

interface SignInMoveProps {
  member: MemberView;
  move: Move | null;
  formResult: FormResult | undefined;
}

/** For administrators: begins and cancels the move of an account to another sign-in. */
export function SignInMoveForms({ member, move, formResult }: SignInMoveProps) {
  if (!move) return <StartForm member={member} formResult={formResult} />;
  const other = (
    <Link to={memberPath(move.other.id)} className="underline">
      {move.other.name}
    </Link>
  );
  if (!move.isMoved)
    return (
      <p className="text-sm">
        このアカウントのログインを、{other}へ移す手続きの途中です。{move.completes}
        に移り、このアカウントは消えます。
      </p>
    );
  return (
    <>
      <p className="pb-3 text-sm">
        {other}のログインへ移す手続きの途中です。{move.began}に始め、{move.completes}に移ります。
      </p>
      <CancelForm member={member} formResult={formResult} />
    </>
  );
}

function StartForm({ member, formResult }: Omit<SignInMoveProps, "move">) {
  const { id, name } = member;
  const own = formResultFor(formResult, { intent: "move-sign-in", id });
  return (
    <>
      <p className="pb-3 text-sm text-muted">
        ログインできなくなった方のアカウントを、新しいログインへ移します。公式の招待リンクで、空のアカウントを作ってもらってください。
      </p>
      <ConfirmForm
        values={{ intent: "move-sign-in", id }}
        formResult={formResult}
        label="別のログインへ移す"
        icon="share"
        title={`${name}を別のログインへ移しますか？`}
        text={
          <>
            <p>
              {`前と新しいメールアドレスの両方に知らせ、${waitingDays}日待ってから移ります。前のアドレスに届くリンクから、いつでも取りやめられます。`}
            </p>
            <p className="pt-2">
              移ると、すべての端末でログアウトし、新しいアカウントは消えます。投稿・いいね・プレミアムは、今のまま残ります。
            </p>
          </>
        }
        fields={
          <>
            <TextField
              name="newAccount"
              label="新しいアカウントのID"
              help="会員のページの「ID」、またはユーザーIDです。"
              autoComplete="off"
              autoCapitalize="none"
              maxLength={100}
              defaultValue={submittedValue(own, "newAccount")}
              errors={own?.result.error?.newAccount ?? undefined}
            />
            <TextAreaField
              name="proof"
              label="ご本人だと確かめたこと"
              help="操作記録にだけ残ります。書類の番号は書かないでください。"
              rows={3}
              maxLength={maxUnits(1000)}
              defaultValue={submittedValue(own, "proof")}
              errors={own?.result.error?.proof ?? undefined}
            />
          </>
        }
        isDestructive
        needsPassword
        confirmLabel="手続きを始める"
      />
    </>
  );
}

function CancelForm({ member, formResult }: Omit<SignInMoveProps, "move">) {
  const { id, name } = member;
  const own = formResultFor(formResult, { intent: "cancel-sign-in-move", id });
  return (
    <ConfirmForm
      values={{ intent: "cancel-sign-in-move", id }}
      formResult={formResult}
      label="取りやめる"
      icon="close"
      title={`${name}の移し替えを取りやめますか？`}
      text="どちらのアカウントも、これまでのままです。"
      fields={
        <TextAreaField
          name="reason"
          label="理由"
          help="両方のメールアドレスに届きます。"
          rows={3}
          maxLength={maxUnits(1000)}
          defaultValue={submittedValue(own, "reason")}
          errors={own?.result.error?.reason ?? undefined}
        />
      }
      confirmLabel="取りやめる"
    />
  );
}
