import { createContext, useContext } from "react";

/** What opens over the page around the player. */
export type SheetName = "player" | "queue" | "sleep" | "speed" | "double-speed" | "shortcuts" | "settings";

export const SheetsContext = createContext<((name: SheetName) => void) | null>(null);

/** Opens a sheet over the page. Throws outside `SheetsProvider`. */
export function useSheets(): (name: SheetName) => void {
  const open = useContext(SheetsContext);
  if (!open) throw new Error("useSheets needs a SheetsProvider above it");
  return open;
}
