/** `system` follows the device's setting. */
export type ColorScheme = "light" | "dark" | "system";

/** A chosen or stored colour scheme; light for anything unknown. */
export function parseColorScheme(value: string | null | undefined): ColorScheme {
  return value === "dark" || value === "system" ? value : "light";
}
