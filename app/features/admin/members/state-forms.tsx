import { maxUnits } from "#app/lib/characters.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { typedField, useRefusedForm } from "../parts/refused-form.ts";
import { TickBox } from "../parts/tick-box.tsx";
import type { MemberView } from "./member-view.ts";

interface StateFormProps {
  member: MemberView;
}

interface ReasonProps {
  /** The form's hidden values: the result of another form is not shown here. */
  of: Record<string, string>;
}

export function ReasonFields({ of }: ReasonProps) {
  const refused = useRefusedForm(of);
  return (
    <>
      <TextAreaField
        {...typedField(refused, "reason")}
        label="理由"
        help="ご本人にメールで届きます。"
        rows={3}
        maxLength={maxUnits(1000)}
      />
      <TickBox name="silent">本人に知らせない</TickBox>
    </>
  );
}

export function SuspensionReason({ of, name = "reason" }: ReasonProps & { name?: string }) {
  const refused = useRefusedForm(of);
  return (
    <TextAreaField
      {...typedField(refused, name)}
      label="理由"
      help="ご本人の画面に出て、メールでも届きます。"
      rows={3}
      maxLength={maxUnits(1000)}
    />
  );
}

export const suspensionText =
  "すべての端末でログアウトし、プロフィール・音声・プレイリストは、ほかの人に見えなくなります。お支払いには触れません。いつでも、元のとおりに戻せます。";

const denialText =
  "すべての端末でログアウトし、プロフィール・音声・プレイリストは、ほかの人に見えなくなります。承認し直すと、投稿・フォロー・プレイリストは元に戻ります。この会員についてのお知らせは消え、戻りません。";

export function BulkDenialText({ members }: { members: readonly MemberView[] }) {
  const withPremium = members.filter(({ payment }) => payment !== null);
  return (
    <>
      <p>{denialText}</p>
      <p className="pt-2">
        お支払い中のプレミアムは、すぐに解約されます。支払い済みの料金は自動では返金されず、承認し直しても契約は戻りません。
      </p>
      {withPremium.length > 0 && (
        <p className="pt-2">
          このページでプレミアムがある会員：<strong>{withPremium.map(({ name }) => name).join("、")}</strong>
        </p>
      )}
    </>
  );
}

export function StateForms({ member }: StateFormProps) {
  const { state } = member;
  return (
    <>
      {(state === "pending" || state === "denied") && <ApproveForm member={member} />}
      {state === "suspended" && <RestoreForm member={member} />}
      {state === "approved" && <SuspendForm member={member} />}
      {state !== "denied" && <DenyForm member={member} />}
    </>
  );
}

function ApproveForm({ member }: StateFormProps) {
  const { id, name, state } = member;
  return (
    <ConfirmForm
      values={{ intent: "approve", id, seen: state }}
      label="承認"
      ariaLabel={`${name}を承認`}
      icon="check"
      title={`${name}を承認しますか？`}
      text={
        state === "denied"
          ? "すぐに利用できるようになり、メールでお知らせします。投稿・フォロー・プレイリストは元に戻ります。拒否で解約されたプレミアムは戻りません。"
          : "すぐに利用できるようになり、メールでお知らせします。"
      }
      confirmLabel="承認する"
    />
  );
}

function RestoreForm({ member }: StateFormProps) {
  const { id, name } = member;
  return (
    <ConfirmForm
      values={{ intent: "restore", id }}
      label="停止を解除"
      ariaLabel={`${name}の停止を解除`}
      icon="play"
      title={`${name}の停止を解除しますか？`}
      text="プロフィール・音声・プレイリスト・フォローが元のとおりに戻り、メールでお知らせします。ご本人は、もう一度ログインします。"
      confirmLabel="解除する"
    />
  );
}

function SuspendForm({ member }: StateFormProps) {
  const { id, name, state, payment } = member;
  return (
    <ConfirmForm
      values={{ intent: "suspend", id, seen: state }}
      label="停止"
      ariaLabel={`${name}を停止`}
      icon="pause"
      title={`${name}を停止しますか？`}
      text={
        <>
          <p>{suspensionText}</p>
          {payment && <p className="pt-2 font-bold">{payment.suspension}</p>}
        </>
      }
      fields={<SuspensionReason of={{ intent: "suspend", id }} />}
      isDestructive
      needsPassword
      confirmLabel="停止する"
    />
  );
}

function DenyForm({ member }: StateFormProps) {
  const { id, name, state, payment } = member;
  return (
    <ConfirmForm
      values={{ intent: "deny", id, seen: state }}
      label="拒否"
      ariaLabel={`${name}を拒否`}
      icon="lock"
      title={`${name}を拒否しますか？`}
      text={
        <>
          {state === "approved" && <p>戻すつもりがあるときは、停止をお使いください。</p>}
          <p className={state === "approved" ? "pt-2" : ""}>
            {state === "pending" ? "利用できないままになります。あとから承認できます。" : denialText}
          </p>
          {payment && <p className="pt-2 font-bold">{payment.denial}</p>}
        </>
      }
      fields={<ReasonFields of={{ intent: "deny", id }} />}
      isDestructive
      needsPassword
      confirmLabel="拒否する"
    />
  );
}
