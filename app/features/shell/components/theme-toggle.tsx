import { createContext, type FormEvent, useContext, useEffect } from "react";
import { useLocation } from "react-router";
import { askServer } from "#app/lib/ask-server.ts";
import { keep, recall } from "#app/lib/device-memory.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";
import { type RootData, useRootData } from "../hooks/use-root-data.ts";

interface Theme {
  theme: "light" | "dark";
  toggle: () => void;
}

/** The page's theme, for the toggles in it. */
export const ThemeContext = createContext<Theme>({ theme: "light", toggle() {} });

const key = "theme";

/** Stands for the root's data where its loader failed. */
const nothingLoaded = {};

/** The theme on this page: what was just chosen, else what the server read from the cookie. */
export function useTheme(): Theme {
  const root: RootData | undefined = useRootData();
  const { isOn, toggle } = useOptimisticSwitch({
    given: { isOn: root?.theme === "dark", count: 0 },
    source: root ?? nothingLoaded,
    async send(isDark) {
      const form = { theme: isDark ? "dark" : "light" };
      const { ok, status } = await askServer("POST", "/theme", { form, keepalive: true });
      return { state: ok ? { isOn: isDark, count: 0 } : null, status };
    },
  });
  const theme = isOn ? "dark" : "light";
  useEffect(() => {
    // A page that the server has not made for this device can't know its cookie.
    if (root) keep(key, theme);
    else if (recall(key) === "dark") document.documentElement.dataset.theme = "dark";
  }, [root, theme]);
  return { theme, toggle };
}

/** Switches between light and dark: a plain form post; with JavaScript at once, and back where it does not get through. */
export function ThemeToggle() {
  const { theme, toggle } = useContext(ThemeContext);
  const { pathname, search } = useLocation();
  const other = theme === "dark" ? "light" : "dark";
  const label = other === "dark" ? "ダークテーマにする" : "ライトテーマにする";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    toggle();
  };
  return (
    <form method="post" action="/theme" onSubmit={submit}>
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <button
        type="submit"
        name="theme"
        value={other}
        className="flex min-h-12 w-full items-center gap-3 rounded-card px-3 text-left transition-[background-color] hover:bg-sunken"
      >
        <Icon name={other === "dark" ? "moon" : "sun"} />
        {label}
      </button>
    </form>
  );
}
