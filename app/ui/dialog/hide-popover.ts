/** Whether the browser supports popovers (Safari 17, Chrome 114); where it does not, `popover-polyfill.ts` opens them. */
export const supportsPopover = (): boolean => "popover" in HTMLElement.prototype;

/** Closes a popover if it is open. */
export function hidePopover(popover: HTMLElement | null): void {
  if (!popover) return;
  if (!supportsPopover()) delete popover.dataset.open;
  // The selector throws where popovers are not supported.
  else if (popover.matches(":popover-open")) popover.hidePopover();
}
