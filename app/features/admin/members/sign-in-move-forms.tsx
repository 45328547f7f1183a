import { Link } from "react-router";
import { waitingDays } from "#app/features/sign-in-moves/sign-in-move.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { typedField, useRefusedForm } from "../parts/refused-form.ts";
import { memberPath } from "./admin-members.ts";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";

type Move = NonNullable<NonNullable<MemberPageData["overview"]>["move"]>;

interface SignInMoveProps {
  member: MemberView;
  move: Move | null;
}

/** For administrators: begins and cancels the move of an account to another sign-in. */
export function SignInMoveForms({ member, move }: SignInMoveProps) {
  if (!move) return <StartForm member={member} />;
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
      <CancelForm member={member} />
    </>
  );
}

function StartForm({ member }: Pick<SignInMoveProps, "member">) {
  const { id, name } = member;
  const values = { intent: "move-sign-in", id };
  const refused = useRefusedForm(values);
  return (
    <>
      <p className="pb-3 text-sm text-muted">
        ログインできなくなった方のアカウントを、新しいログインへ移します。公式の招待リンクで、空のアカウントを作ってもらってください。
      </p>
      <ConfirmForm
        values={values}
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
              {...typedField(refused, "newAccount")}
              label="新しいアカウントのID"
              help="会員のページの「ID」、またはユーザーIDです。"
              autoComplete="off"
              autoCapitalize="none"
              maxLength={100}
            />
            <TextAreaField
              {...typedField(refused, "proof")}
              label="ご本人だと確かめたこと"
              help="操作記録にだけ残ります。書類の番号は書かないでください。"
              rows={3}
              maxLength={maxUnits(1000)}
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

function CancelForm({ member }: Pick<SignInMoveProps, "member">) {
  const { id, name } = member;
  const values = { intent: "cancel-sign-in-move", id };
  const refused = useRefusedForm(values);
  return (
    <ConfirmForm
      values={values}
      label="取りやめる"
      icon="close"
      title={`${name}の移し替えを取りやめますか？`}
      text="どちらのアカウントも、これまでのままです。"
      fields={
        <TextAreaField
          {...typedField(refused, "reason")}
          label="理由"
          help="両方のメールアドレスに届きます。"
          rows={3}
          maxLength={maxUnits(1000)}
        />
      }
      confirmLabel="取りやめる"
    />
  );
}
