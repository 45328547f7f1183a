/** What every sheet is told. */
export interface SheetProps {
  open: boolean;
  onClose: () => void;
}
