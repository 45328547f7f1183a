import { Form, useLocation } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import type { MemberView } from "./member-view.ts";
import { memberMessages } from "./members.ts";

interface MemberFormProps {
  member: MemberView;
  answer?: FormResult | undefined;
}

/** The answer of a page's action where it is about the form with these hidden values. */
function answerTo(answer: FormResult | undefined, of: Record<string, string>): FormResult | undefined {
  return Object.entries(of).every(([name, value]) => submittedValue(answer, name) === value)
    ? answer
    : undefined;
}

/** Grants premium or ends what was granted. */
export function PremiumForm({ member, answer }: MemberFormProps) {
  const own = answerTo(answer, { intent: "premium", id: member.id });
  const { id, name, seenEnd, proposedEnd, isPremium, isPaying } = member;
  return (
    <ConfirmForm
      values={{ intent: "premium", id, seenEnd }}
      answer={answer}
      label="プレミアムを編集"
      ariaLabel={`${name}のプレミアムを編集`}
      icon="crown"
      title={`${name}のプレミアム`}
      text={
        isPaying
          ? "カードでお支払い中の会員です。無料にするには、先に会員のページで解約の手続きをしてください。"
          : `今は${isPremium ? "プレミアム" : "無料"}です。`
      }
      needsPassword
      confirmLabel="変更する"
      failureTitle={memberMessages.premiumFailed}
      fields={
        <>
          <SelectField
            name="premium"
            label="会員の種類"
            defaultValue={submittedValue(own, "premium") ?? "premium"}
          >
            <option value="premium">プレミアム</option>
            <option value="free">無料</option>
          </SelectField>
          <TextField
            type="date"
            name="endDate"
            label="プレミアムの終わり"
            help="無料にするときは使いません。"
            defaultValue={submittedValue(own, "endDate") ?? proposedEnd}
            required
          />
        </>
      }
    />
  );
}

/** A reason that is mailed to the member, or the choice to give none. */
export function ReasonFields({
  answer: refused,
  of,
}: {
  answer?: FormResult | undefined;
  /** Hidden values of the form: another form's answer is not shown. */
  of: Record<string, string>;
}) {
  const answer = answerTo(refused, of);
  return (
    <>
      <TextAreaField
        name="reason"
        label="理由"
        help="ご本人にメールで届きます。"
        rows={3}
        maxLength={maxUnits(1000)}
        defaultValue={submittedValue(answer, "reason")}
        errors={answer?.result.error?.reason ?? undefined}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input type="checkbox" name="silent" className="size-5" />
        本人に知らせない
      </label>
    </>
  );
}

/** Approves a waiting or denied account; denies a waiting or approved one. */
export function StateForms({ member, answer }: MemberFormProps) {
  const { id, name, state } = member;
  return (
    <>
      {state !== "approved" && (
        <ConfirmForm
          values={{ intent: "approve", id, seen: state }}
          answer={answer}
          label="承認"
          ariaLabel={`${name}を承認`}
          icon="check"
          title={`${name}を承認しますか？`}
          text="すぐに利用できるようになり、メールでお知らせします。"
          confirmLabel="承認する"
        />
      )}
      {state !== "denied" && (
        <ConfirmForm
          values={{ intent: "deny", id, seen: state }}
          answer={answer}
          label={state === "pending" ? "拒否" : "停止"}
          ariaLabel={`${name}を${state === "pending" ? "拒否" : "停止"}`}
          icon="lock"
          title={`${name}を${state === "pending" ? "拒否" : "停止"}しますか？`}
          text="すべての端末でログアウトし、投稿は見えなくなり、お支払いは止まります。承認すると元に戻ります。"
          fields={<ReasonFields answer={answer} of={{ intent: "deny", id }} />}
          isDestructive
          confirmLabel={state === "pending" ? "拒否する" : "停止する"}
        />
      )}
    </>
  );
}

/** Deletes the account with all that belongs to it, after a question and the admin's password. */
export function DeleteForm({ member, answer }: MemberFormProps) {
  const { id, name } = member;
  return (
    <ConfirmForm
      values={{ intent: "delete", id }}
      answer={answer}
      label="削除"
      ariaLabel={`${name}を削除`}
      icon="trash"
      title={memberMessages.deleteQuestion(name)}
      text="投稿、再生履歴、プレイリストなどもすべて消えます。"
      isDestructive
      needsPassword
      confirmLabel="削除する"
    />
  );
}

/** Whether the member may invite others; pressed, it changes at once. */
export function InviteToggle({ member }: { member: MemberView }) {
  const { id, name, canInvite } = member;
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="intent" value="invite" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="canInvite" value={String(!canInvite)} />
      <Button
        variant="plain"
        role="switch"
        aria-checked={canInvite}
        aria-label={`${name}の招待権限`}
        icon={canInvite ? "check" : "lock"}
        className="whitespace-nowrap rail:-mx-3"
      >
        {canInvite ? "有効" : "無効"}
      </Button>
    </Form>
  );
}

/**
 * The message of a refused form that nothing else on the page shows: of the switch of invitations, or about a member who is
 * not `shown` any more.
 */
export function RefusedMemberForm({
  answer,
  shown,
}: {
  answer: FormResult | undefined;
  shown: readonly { id: string }[];
}) {
  const [intent, userId] = [submittedValue(answer, "intent"), submittedValue(answer, "id")];
  if (!answer || userId === undefined) return null;
  if (intent !== "invite" && shown.some(({ id }) => id === userId)) return null;
  const titles = new Map([
    ["invite", memberMessages.inviteFailed],
    ["premium", memberMessages.premiumFailed],
  ]);
  const title = titles.get(intent ?? "");
  return (
    <Notice tone="error" title={title ?? firstMessage(answer)} className="mb-4">
      {title && firstMessage(answer)}
    </Notice>
  );
}
