import { useFetcher, useLocation } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useRootData } from "./use-root-data.ts";

/** The theme on this page: what was just chosen, else what the server read from the cookie. */
export function useTheme(): "light" | "dark" {
  const { formData } = useFetcher({ key: "theme" });
  const data = useRootData();
  const chosen = formData?.get("theme") ?? data?.theme;
  return chosen === "dark" ? "dark" : "light";
}

/** Switches between light and dark: a plain form post, without a reload where JavaScript runs. */
export function ThemeToggle({ compact }: { compact?: boolean }) {
  const { Form } = useFetcher({ key: "theme" });
  const { pathname, search } = useLocation();
  const other = useTheme() === "dark" ? "light" : "dark";
  const label = other === "dark" ? "ダークテーマにする" : "ライトテーマにする";
  return (
    <Form method="post" action="/theme" preventScrollReset>
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <button
        type="submit"
        name="theme"
        value={other}
        aria-label={compact ? label : undefined}
        title={compact ? label : undefined}
        className={classNames(
          "transition-[background-color] hover:bg-sunken",
          compact
            ? "grid size-11 place-items-center rounded-full text-lg"
            : "flex min-h-12 w-full items-center gap-3 rounded-card px-3 text-left",
        )}
      >
        <Icon name={other === "dark" ? "moon" : "sun"} />
        {!compact && label}
      </button>
    </Form>
  );
}
