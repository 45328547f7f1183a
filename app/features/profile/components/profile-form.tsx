import { type ComponentProps, useId } from "react";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { maxNameLength, normalizeName } from "#app/features/accounts/normalize-name.ts";
import { SessionEndedNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import {
  describeProfileFailure,
  type EditableProfile,
  profileEditPath,
  profileIntents,
  profileMessages,
  suggestedEmoji,
} from "../profile.ts";
import { UserIdField } from "./user-id-field.tsx";

const saveBar =
  "in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-10 in-[dialog]:-mx-5 in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-surface in-[dialog]:px-5 in-[dialog]:pt-3 in-[dialog]:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

/** The text fields: a post to the edit page, also from the dialog. */
export function ProfileForm(props: {
  profile: EditableProfile;
  refused?: FormResult | undefined;
  onSaved: () => void | Promise<void>;
  id: string;
}) {
  const { profile, refused, onSaved, id } = props;
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const email = useRootData()?.user?.email ?? "";
  const {
    fetcher,
    formResult = refused,
    isFinishing,
  } = useFormFetcher({
    onAccepted() {
      show({ title: profileMessages.updated, description: profileMessages.saved, tone: "success" });
      return onSaved();
    },
    onRefused(formResult) {
      if (formResult.status === 401) return promptLogin();
      show({
        title: profileMessages.failedTitle,
        description: describeProfileFailure(formResult),
        tone: "error",
      });
    },
  });
  const { name, customUserId, picture, xHandle } = profile;
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    name: string;
    customUserId: string;
    picture: string;
    emoji: string;
    xHandle: string;
  }>({
    id,
    action: profileEditPath,
    formResult,
    fetcher,
    isFinishing,
    defaultValue: { name, customUserId, picture, xHandle },
  });
  // The form has the old values while the profile changes below it: a picture is uploaded beside it.
  const initial = (field: "customUserId" | "picture") =>
    refused ? submittedValue(refused, field) : profile[field];

  return (
    <fetcher.Form {...form} className="space-y-6">
      <input type="hidden" name="intent" value={profileIntents.save} />
      {formResult?.status === 401 && formResult !== refused && (
        <SessionEndedNotice returnPath={profileEditPath} save="保存する" />
      )}
      {formResult?.status !== 401 && error && <Notice tone="error" title={error} />}
      <TextField
        {...field(fields.name)}
        label="名前"
        counter={{ max: maxNameLength, count: (text) => countCharacters(normalizeName(text)) }}
        autoComplete="nickname"
      />
      <UserIdField
        key={`id ${customUserId}`}
        {...field(fields.customUserId)}
        defaultValue={initial("customUserId") ?? ""}
        own={customUserId}
      />
      <EmojiChoice
        key={`picture ${picture}`}
        profile={profile}
        picture={{ chosen: initial("picture") ?? "", errors: field(fields.picture).errors }}
        emoji={field(fields.emoji)}
      />
      <TextField
        {...field(fields.xHandle)}
        label="Xアカウント"
        hint="任意"
        help="@のあとの部分。15文字以内です。"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        id={`${id}-email`}
        type="email"
        label="メールアドレス"
        readOnly
        value={email}
        help="変更できません。ほかの人には表示されません。"
      />
      <div className={saveBar}>
        <Button size="large" wide busy={isSubmitting} busyLabel="保存しています">
          保存する
        </Button>
      </div>
    </fetcher.Form>
  );
}

const circle =
  "grid size-12 place-items-center rounded-full border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";

/** An avatar without an upload: the present one, the first letter, or an emoji. */
function EmojiChoice(props: {
  profile: EditableProfile;
  picture: { chosen: string; errors: string[] | undefined };
  emoji: Pick<ComponentProps<typeof TextField>, "id" | "name" | "defaultValue" | "errors" | "focused">;
}) {
  const { picture, name } = props.profile;
  const { chosen, errors } = props.picture;
  const suggestions: readonly string[] = suggestedEmoji;
  const options = [
    ...(picture !== null && !suggestions.includes(picture)
      ? [{ value: picture, label: "今の画像", shown: picture }]
      : []),
    { value: "", label: "名前の頭文字", shown: null },
    ...suggestions.map((emoji) => ({ value: emoji, label: emoji, shown: emoji })),
  ];
  const id = useId();
  const errorId = errors && `${id}-error`;
  return (
    <fieldset className="min-w-0 space-y-3" aria-describedby={errorId}>
      <legend className="text-sm font-bold">アイコン</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label, shown }) => (
          <label key={value} className={circle} title={label}>
            <input
              type="radio"
              name="picture"
              value={value}
              defaultChecked={value === chosen}
              aria-label={label}
              className="sr-only"
            />
            <Avatar name={name} picture={shown} width={40} className="size-10" />
          </label>
        ))}
      </div>
      {errors && <FieldError id={errorId}>{errors[0]}</FieldError>}
      <TextField
        {...props.emoji}
        label="ほかの絵文字"
        hint="任意"
        autoComplete="off"
        help="絵文字を1つ入力すると、上の選択より優先されます。国旗や肌の色つきなど、一部の絵文字は使えません。"
        className="max-w-32"
      />
    </fieldset>
  );
}
