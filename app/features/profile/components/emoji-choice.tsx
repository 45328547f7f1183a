import { type ComponentProps, useId } from "react";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import { type EditableProfile, suggestedEmoji } from "../profile.ts";

/** A ring around the chosen option; the circle itself is the control. */
const circle =
  "grid size-12 place-items-center rounded-full border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";

/** Choice of an avatar without an upload: the present one, the first letter, or an emoji. */
export function EmojiChoice(props: {
  profile: EditableProfile;
  /** Initial choice and messages about it. */
  picture: { chosen: string; errors: string[] | undefined };
  /** Props of the field for another emoji. */
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
