import { maxNameLength, normalizeName } from "#app/features/accounts/normalize-name.ts";
import { SessionEndedNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
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
} from "../profile.ts";
import { EmojiChoice } from "./emoji-choice.tsx";
import { UserIdField } from "./user-id-field.tsx";

interface ProfileFields extends Record<string, unknown> {
  name: string;
  customUserId: string;
  picture: string;
  emoji: string;
  xHandle: string;
}

/** In the dialog it sticks to the lower edge. */
const saveBar =
  "in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-10 in-[dialog]:-mx-5 in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-surface in-[dialog]:px-5 in-[dialog]:pt-3 in-[dialog]:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

/** The form of a profile's text fields: a post to the edit page, also from the dialog. */
export function ProfileForm(props: {
  profile: EditableProfile;
  /** The form that the document was loaded with, if it was refused. */
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
    answer = refused,
    isFinishing,
  } = useFormFetcher({
    onAccepted() {
      show({ title: profileMessages.updated, description: profileMessages.saved, tone: "success" });
      return onSaved();
    },
    onRefused(answer) {
      if (answer.status === 401) return promptLogin();
      show({
        title: profileMessages.failedTitle,
        description: describeProfileFailure(answer),
        tone: "error",
      });
    },
  });
  const { name, customUserId, picture, xHandle } = profile;
  const { form, fields, field, isSubmitting, error } = useFormPost<ProfileFields>({
    id,
    action: profileEditPath,
    answer,
    fetcher,
    isFinishing,
    defaultValue: { name, customUserId, picture, xHandle },
  });
  // The profile may change below the form, which has the old values: a picture is uploaded beside it.
  const initial = (field: "customUserId" | "picture") =>
    refused ? submittedValue(refused, field) : profile[field];

  return (
    <fetcher.Form {...form} className="space-y-6">
      <input type="hidden" name="intent" value={profileIntents.save} />
      {answer?.status === 401 && answer !== refused && (
        <SessionEndedNotice returnPath={profileEditPath} save="保存する" />
      )}
      {answer?.status !== 401 && error && <Notice tone="error" title={error} />}
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
