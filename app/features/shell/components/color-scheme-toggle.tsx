import { createContext, type FormEvent, useEffect } from "react";
import { useLocation } from "react-router";
import { type RootData, useRootData } from "#app/features/site/root-data.ts";
import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { iconBeforeClass } from "#app/ui/icon.tsx";
import { sendToggle, useToggle } from "#app/ui/use-toggle.ts";

interface ColorScheme {
  colorScheme: "light" | "dark";
  toggle: () => void;
}

/** Colour scheme of the page and its setter. */
export const ColorSchemeContext = createContext<ColorScheme>({ colorScheme: "light", toggle() {} });

const key = "theme";

/** Default where the root loader failed. */
const nothingLoaded = {};

/** The colour scheme: the one just chosen, else that of the cookie. */
export function useColorScheme(): ColorScheme {
  const root: RootData | undefined = useRootData();
  const { isOn, toggle } = useToggle({
    given: { isOn: root?.colorScheme === "dark", count: 0 },
    source: root ?? nothingLoaded,
    send: (isDark) =>
      sendToggle(isDark, { method: "POST", path: "/theme", form: { theme: isDark ? "dark" : "light" } }),
  });
  const colorScheme = isOn ? "dark" : "light";
  useEffect(() => {
    // A page from the service worker's cache was rendered without this device's cookie.
    if (root) writeLocalStorage(key, colorScheme);
    else if (readLocalStorage(key) === "dark") document.documentElement.dataset.theme = "dark";
  }, [root, colorScheme]);
  return { colorScheme, toggle };
}

/** Switches between light and dark: a form post; with JavaScript optimistic, and undone when the request fails. */
export function ColorSchemeToggle({ colorScheme, toggle }: ColorScheme) {
  const { pathname, search } = useLocation();
  const other = colorScheme === "dark" ? "light" : "dark";
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
        className={`menu-entry ${iconBeforeClass(other === "dark" ? "moon" : "sun")}`}
      >
        {label}
      </button>
    </form>
  );
}
