/** Safari 17, Chrome 114; elsewhere `popover-polyfill.ts` opens them. */
export const supportsPopover = (): boolean => "popover" in HTMLElement.prototype;

/** Closes a popover if it is open. */
export function hidePopover(popover: HTMLElement | null): void {
  if (!popover) return;
  if (!supportsPopover()) delete popover.dataset.open;
  // Without popover support the selector throws.
  else if (popover.matches(":popover-open")) popover.hidePopover();
}
