/** Whether the browser knows popovers (Safari from 17, Chrome from 114); where it does not, `old-popovers.ts` opens them. */
export const knowsPopovers = (): boolean => "popover" in HTMLElement.prototype;

/** Closes a popover, where it is open. */
export function hidePopover(popover: HTMLElement | null): void {
  if (!popover) return;
  if (!knowsPopovers()) delete popover.dataset.open;
  // Elsewhere the selector is an error.
  else if (popover.matches(":popover-open")) popover.hidePopover();
}
