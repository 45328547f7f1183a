import type { SheetTrack } from "./sheets.ts";

/** What every sheet is told. */
export interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** What it was opened for last; null before. */
  track: SheetTrack | null;
}
