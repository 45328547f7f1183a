import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFormPermission } from "../console-data.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { memberMessages } from "./admin-members.ts";
import type { MemberView } from "./member-view.ts";

interface MemberFormProps {
  member: MemberView;
}

export function PremiumForm({ member }: MemberFormProps) {
  const refused = useRefusedForm({ intent: "premium", id: member.id });
  const { id, name, seenEnd, proposedEnd, isPremium, isPaying } = member;
  return (
    <ConfirmForm
      values={{ intent: "premium", id, seenEnd }}
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
            defaultValue={submittedValue(refused, "premium") ?? "premium"}
          >
            <option value="premium">プレミアム</option>
            <option value="free">無料</option>
          </SelectField>
          <TextField
            type="date"
            name="endDate"
            label="プレミアムの終わり"
            help="無料にするときは使いません。"
            defaultValue={submittedValue(refused, "endDate") ?? proposedEnd}
            required
          />
        </>
      }
    />
  );
}

export function DeleteForm({ member }: MemberFormProps) {
  const { id, name, payment } = member;
  return (
    <ConfirmForm
      values={{ intent: "delete", id }}
      label="削除"
      ariaLabel={`${name}を削除`}
      icon="trash"
      title={memberMessages.deleteQuestion(name)}
      text={
        <>
          <p>投稿、再生履歴、プレイリストなどもすべて消えます。</p>
          {payment && <p className="pt-2 font-bold">{payment.deletion}</p>}
        </>
      }
      isDestructive
      needsPassword
      confirmLabel="削除する"
    />
  );
}

/** Gives the right to invite at once; takes it away after a question. */
export function InviteToggle({ member }: MemberFormProps) {
  const { id, name, canInvite } = member;
  const { pathname, search } = useLocation();
  if (!useFormPermission()("invite")) return canInvite ? "有効" : "無効";
  if (canInvite)
    return (
      <ConfirmForm
        values={{ intent: "invite", id, canInvite: "false" }}
        label="有効"
        ariaLabel={`有効：${name}の招待権限を無効にする`}
        icon="check"
        variant="plain"
        title={`${name}の招待権限を無効にしますか？`}
        text="招待リンクは使えなくなります。いつでも有効に戻せます。"
        needsPassword
        confirmLabel="無効にする"
        failureTitle={memberMessages.inviteFailed}
      />
    );
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <HiddenFields values={{ intent: "invite", id, canInvite: "true" }} />
      <Button variant="plain" aria-label={`無効：${name}の招待権限を有効にする`} icon="lock">
        無効
      </Button>
    </Form>
  );
}

/** The message of a refused form that nothing else on the page shows. */
export function RefusedMemberForm({ shown }: { shown: readonly { id: string }[] }) {
  const refused = useRefusedForm();
  const [intent, userId] = [submittedValue(refused, "intent"), submittedValue(refused, "id")];
  if (!refused || userId === undefined) return null;
  const isInvitePress = intent === "invite" && submittedValue(refused, "canInvite") === "true";
  if (!isInvitePress && shown.some(({ id }) => id === userId)) return null;
  const titles = new Map([
    ["invite", memberMessages.inviteFailed],
    ["premium", memberMessages.premiumFailed],
  ]);
  const title = titles.get(intent ?? "");
  return (
    <Notice tone="error" title={title ?? firstMessage(refused)} className="mb-4">
      {title && firstMessage(refused)}
    </Notice>
  );
}
