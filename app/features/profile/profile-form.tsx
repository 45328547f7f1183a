import { type FormEvent, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { askServer, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useLoginPrompt } from "../accounts/use-login-prompt.tsx";
import { EmojiChoice } from "./emoji-choice.tsx";
import { type EditableProfile, editPath, profileIntents, profileMessages, profileOfForm } from "./profile.ts";
import { UserIdField } from "./user-id-field.tsx";

/** What the server said to a plain form post of the edit page. */
export interface RefusedProfile {
  error: string;
  fields: Record<string, string[]>;
  values: Record<string, string>;
}

/**
 * The text of a profile. A plain form post to the edit page; with JavaScript the call of spec 2 §7, which leaves
 * everything typed in place.
 */
export function ProfileForm(props: {
  profile: EditableProfile;
  refused?: RefusedProfile | undefined;
  onSaved: () => void;
  idPrefix: string;
}) {
  const { profile, refused, onSaved, idPrefix } = props;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Omit<RefusedProfile, "values"> | null>(null);
  const { error, fields } = answer ?? refused ?? { error: "", fields: {} };
  const typed = refused?.values;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const json = profileOfForm(Object.fromEntries(new FormData(form)));
    setBusy(true);
    const { ok, status, body } = await askServer("PUT", "/api/auth/profile", { json });
    if (ok) {
      await revalidate();
      show({ title: profileMessages.updated, description: profileMessages.saved, tone: "success" });
      setBusy(false);
      onSaved();
      return;
    }
    setBusy(false);
    if (status === 401) return promptLogin();
    const refusal = refusalOf(body);
    setAnswer({ error: refusal.error || profileMessages.failed, fields: refusal.fields });
    show({
      title: profileMessages.failedTitle,
      description: refusal.error || profileMessages.failed,
      tone: "error",
    });
    const [first] = Object.keys(refusal.fields);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <Form method="post" action={editPath} noValidate onSubmit={save} className="space-y-6">
      <input type="hidden" name="intent" value={profileIntents.save} />
      {error && Object.keys(fields).length === 0 && <Notice tone="error" title={error} />}
      <TextField
        id={`${idPrefix}-name`}
        name="name"
        label="名前"
        defaultValue={typed?.name ?? profile.name}
        errors={fields.name}
        counter={{ max: 50 }}
        autoComplete="nickname"
      />
      <UserIdField
        key={`id ${profile.customUserId}`}
        id={`${idPrefix}-user-id`}
        value={typed?.customUserId ?? profile.customUserId ?? ""}
        own={profile.customUserId}
        errors={fields.customUserId}
      />
      <EmojiChoice
        key={`picture ${profile.picture}`}
        profile={profile}
        values={{ picture: typed?.picture ?? profile.picture ?? "", emoji: typed?.emoji ?? "" }}
        errors={fields.picture}
        idPrefix={idPrefix}
      />
      <TextField
        id={`${idPrefix}-x`}
        name="xHandle"
        label="Xアカウント"
        hint="任意"
        defaultValue={typed?.xHandle ?? profile.xHandle ?? ""}
        errors={fields.xHandle}
        help="@のあとの部分。15文字以内です。"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button size="large" wide busy={busy} busyLabel="保存しています">
        保存する
      </Button>
    </Form>
  );
}
