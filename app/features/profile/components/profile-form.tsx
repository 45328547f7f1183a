import { type FormEvent, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { SessionOver } from "#app/features/accounts/components/session-over.tsx";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { firstWrong, type RefusedForm } from "#app/features/refused-form.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";
import {
  type EditableProfile,
  editPath,
  errorsOfForm,
  profileFields,
  profileIntents,
  profileMessages,
  profileOfForm,
} from "../profile.ts";
import { EmojiChoice } from "./emoji-choice.tsx";
import { UserIdField } from "./user-id-field.tsx";

/** In the dialog it is always in sight, at the sheet's end. */
const saveBar =
  "in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-10 in-[dialog]:-mx-5 in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-surface in-[dialog]:px-5 in-[dialog]:pt-3 in-[dialog]:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

/**
 * The text of a profile. A plain form post to the edit page; with JavaScript the call of spec 2 §7, which leaves
 * everything typed in place.
 */
export function ProfileForm(props: {
  profile: EditableProfile;
  refused?: RefusedForm | undefined;
  onSaved: () => void;
  idPrefix: string;
}) {
  const { profile, refused, onSaved, idPrefix } = props;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const email = useRootData()?.user?.email ?? "";
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Omit<RefusedForm, "values"> | null>(null);
  const shown = answer ?? refused;
  const { error = "", fields = {} } = shown ?? {};
  const form = useFocusWrong(shown);
  const wrong = firstWrong(shown, profileFields);
  const typed = refused?.values;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    const { ok, status, body } = await askServer("PUT", "/api/auth/profile", { json: profileOfForm(typed) });
    if (ok) {
      await revalidate();
      show({ title: profileMessages.updated, description: profileMessages.saved, tone: "success" });
      setBusy(false);
      onSaved();
      return;
    }
    const refusal = refusalOf(body);
    const error = refusal.error || profileMessages.failed;
    setBusy(false);
    if (status === 401) return promptLogin();
    setAnswer({ status, code: "", error, fields: errorsOfForm(refusal.fields, typed.emoji) });
    show({ title: profileMessages.failedTitle, description: error, tone: "error" });
  };

  return (
    <Form ref={form} method="post" action={editPath} noValidate onSubmit={save} className="space-y-6">
      <input type="hidden" name="intent" value={profileIntents.save} />
      {answer?.status === 401 && <SessionOver returnPath={editPath} save="保存する" />}
      {shown?.status !== 401 && error && Object.keys(fields).length === 0 && (
        <Notice tone="error" title={error} />
      )}
      <TextField
        id={`${idPrefix}-name`}
        name="name"
        label="名前"
        defaultValue={typed?.name ?? profile.name}
        errors={fields.name}
        focused={wrong === "name"}
        counter={{ max: 50 }}
        autoComplete="nickname"
      />
      <UserIdField
        key={`id ${profile.customUserId}`}
        id={`${idPrefix}-user-id`}
        value={typed?.customUserId ?? profile.customUserId ?? ""}
        own={profile.customUserId}
        errors={fields.customUserId}
        focused={wrong === "customUserId"}
      />
      <EmojiChoice
        key={`picture ${profile.picture}`}
        profile={profile}
        values={{ picture: typed?.picture ?? profile.picture ?? "", emoji: typed?.emoji ?? "" }}
        errors={{ picture: fields.picture, emoji: fields.emoji }}
        focused={wrong === "emoji"}
        idPrefix={idPrefix}
      />
      <TextField
        id={`${idPrefix}-x`}
        name="xHandle"
        label="Xアカウント"
        hint="任意"
        defaultValue={typed?.xHandle ?? profile.xHandle ?? ""}
        errors={fields.xHandle}
        focused={wrong === "xHandle"}
        help="@のあとの部分。15文字以内です。"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        id={`${idPrefix}-email`}
        type="email"
        label="メールアドレス"
        readOnly
        value={email}
        help="変更できません。ほかの人には表示されません。"
      />
      <div className={saveBar}>
        <Button size="large" wide busy={busy} busyLabel="保存しています">
          保存する
        </Button>
      </div>
    </Form>
  );
}
