/** Until the page is drawn, and the focus is where its own code wants it. */
const delayMs = 100;

/**
 * Tells screen readers the title of each page that the router brings, because the browser does not. Gives the page's content the
 * focus, which was lost with the link.
 */
export function announcePages(): void {
  const region = document.createElement("p");
  region.ariaLive = "polite";
  region.className = "sr-only";
  document.body.append(region);
  let { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = () => {
    const isNew = location.pathname !== pathname;
    // A page that was told may get another title: that of an error gives way to the page's when the network is back.
    if (!isNew && (!region.textContent || region.textContent === document.title)) return;
    ({ pathname } = location);
    region.textContent = document.title;
    if (!isNew) return;
    if (document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  };
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(announce, delayMs);
  }).observe(document.head, { childList: true, characterData: true, subtree: true });
}
