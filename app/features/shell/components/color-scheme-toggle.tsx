import { createContext, type FormEvent, startTransition, useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { type ColorScheme, parseColorScheme } from "#app/features/site/color-scheme.ts";
import { type RootData, useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { iconBeforeClass } from "#app/ui/icon.tsx";

interface ColorSchemeChoice {
  colorScheme: ColorScheme;
  /** Shown at once, and undone when the request fails. */
  choose: (event: FormEvent) => void;
}

/** Colour scheme of the page and the handler of forms that post to `/theme`. */
export const ColorSchemeContext = createContext<ColorSchemeChoice>({ colorScheme: "light", choose() {} });

const key = "theme";

/** The scheme just chosen, else the cookie's. */
export function useColorScheme(): ColorSchemeChoice {
  const root: RootData | undefined = useRootData();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<ColorScheme>();
  const latest = useRef<ColorScheme>(undefined);
  const isSending = useRef(false);
  const colorScheme = chosen ?? root?.colorScheme ?? "light";
  useEffect(() => {
    // A page from the service worker's cache was rendered without this device's cookie.
    if (root) writeLocalStorage(key, colorScheme);
    else document.documentElement.dataset.theme = chosen ?? parseColorScheme(readLocalStorage(key));
  }, [root, chosen, colorScheme]);

  /** One request at a time, so that the last click sets the cookie. */
  const send = async () => {
    let sent: ColorScheme | undefined;
    let ok = false;
    isSending.current = true;
    while (latest.current && sent !== latest.current) {
      sent = latest.current;
      ({ ok } = await fetchJson("POST", "/theme", { form: { theme: sent }, keepalive: true }));
    }
    isSending.current = false;
    if (ok) await revalidate();
    // In a transition like the new data, or the old theme would flash.
    if (!isSending.current) startTransition(() => setChosen(undefined));
  };

  return {
    colorScheme,
    choose(event) {
      event.preventDefault();
      const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
      if (!(submitter instanceof HTMLButtonElement)) return;
      const value = parseColorScheme(submitter.value);
      if (value === colorScheme) return;
      latest.current = value;
      setChosen(value);
      if (!isSending.current) void send();
    },
  };
}

/** Switches between light and dark. Where the device decides, style sheets show the button for the other one. */
export function ColorSchemeToggle({ colorScheme, choose }: ColorSchemeChoice) {
  const { pathname, search } = useLocation();
  const isSystem = colorScheme === "system";
  return (
    <form method="post" action="/theme" onSubmit={choose}>
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <ToggleButton
        to={colorScheme === "dark" ? "light" : "dark"}
        className={isSystem ? "dark:hidden" : ""}
      />
      {isSystem && <ToggleButton to="light" className="not-dark:hidden" />}
    </form>
  );
}

function ToggleButton({ to, className }: { to: "light" | "dark"; className: string }) {
  return (
    <button
      type="submit"
      name="theme"
      value={to}
      className={`menu-entry ${iconBeforeClass(to === "dark" ? "moon" : "sun")} ${className}`}
    >
      {to === "dark" ? "ダークテーマにする" : "ライトテーマにする"}
    </button>
  );
}
