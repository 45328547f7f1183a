import type { MouseEvent } from "react";

/** Whether a press on a link means "here": with another button or a key held it opens a tab, a window or a file. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
