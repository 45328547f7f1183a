import { type FormEvent, useContext } from "react";
import { ThemeContext } from "#app/features/shell/components/theme-toggle.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { settingsPath } from "./settings-page.ts";

const themes = [
  { value: "light", label: "ライト", icon: "sun" },
  { value: "dark", label: "ダーク", icon: "moon" },
] as const;

/** Light or dark: a plain form post; with JavaScript at once. */
export function ThemeForm() {
  const { theme, toggle } = useContext(ThemeContext);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (submitter instanceof HTMLButtonElement && submitter.value !== theme) toggle();
  };
  return (
    <form method="post" action="/theme" onSubmit={submit} className="grid grid-cols-2 gap-2">
      <input type="hidden" name="redirect" value={settingsPath} />
      {themes.map(({ value, label, icon }) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          aria-pressed={theme === value}
          className={classNames(
            buttonClass({ variant: "quiet" }),
            "aria-pressed:border-accent aria-pressed:text-accent",
          )}
        >
          <Icon name={theme === value ? "check" : icon} />
          {label}
        </button>
      ))}
    </form>
  );
}
