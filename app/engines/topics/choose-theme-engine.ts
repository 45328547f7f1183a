import { environment } from "#app/config/environment.ts";
import { createLocalThemeEngine } from "./local-theme-engine.ts";
import type { ThemeEngine } from "./theme-engine.ts";

/** The theme engine that the settings ask for. */
export function chooseThemeEngine(): ThemeEngine {
  const origin = environment().OEMBED_ORIGIN;
  return createLocalThemeEngine(origin === undefined ? {} : { origin });
}
