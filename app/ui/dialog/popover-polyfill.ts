import { hidePopover } from "./hide-popover.ts";

const shown = () => document.querySelector<HTMLElement>("[popover][data-open]");

/** Opens and closes popovers in old browsers; the style sheet hides closed ones. */
export function installPopoverPolyfill(): void {
  let opener: HTMLElement | null = null;
  const close = () => {
    hidePopover(shown());
    opener?.focus();
    opener = null;
  };
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>("[popovertarget]");
    if (!button) {
      if (!target.closest("[data-open]")) hidePopover(shown());
      return;
    }
    const popover = document.getElementById(button.getAttribute("popovertarget") ?? "");
    if (!popover || shown() === popover) return close();
    hidePopover(shown());
    popover.dataset.open = "";
    opener = button;
    popover.querySelector<HTMLElement>("a, button")?.focus();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && shown()) close();
  });
}
