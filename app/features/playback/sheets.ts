import { createContext, useContext } from "react";

/** What opens over the page around the player. */
export type SheetName =
  | "player"
  | "queue"
  | "sleep"
  | "speed"
  | "double-speed"
  | "shortcuts"
  | "settings"
  | "playlists";

/** The track that a sheet is about, where it is about one of many. */
export interface SheetTrack {
  id: number;
  title: string;
}

export type OpenSheet = (name: SheetName, track?: SheetTrack) => void;

export const SheetsContext = createContext<OpenSheet | null>(null);

/** Opens a sheet over the page. Throws outside `SheetsProvider`. */
export function useSheets(): OpenSheet {
  const open = useContext(SheetsContext);
  if (!open) throw new Error("useSheets needs a SheetsProvider above it");
  return open;
}
