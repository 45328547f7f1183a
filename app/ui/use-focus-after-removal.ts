import { useEffect, useRef } from "react";

/** When rows of a list go, and with one the button that had the focus, the heading `headingId` takes it. */
export function useFocusAfterRemoval(headingId: string, ids: readonly (string | number)[]): void {
  const rows = ids.join();
  const shown = useRef(rows);
  useEffect(() => {
    if (shown.current === rows) return;
    shown.current = rows;
    if (document.activeElement === document.body)
      document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [headingId, rows]);
}
