export type ColorScheme = "light" | "dark" | "system";

/** Light for anything unknown. */
export function parseColorScheme(value: string | null | undefined): ColorScheme {
  return value === "dark" || value === "system" ? value : "light";
}
