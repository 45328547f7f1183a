/** The list's cover with the `viewTransitionName` of the cover on a track's page: one moves into the other's place. */
let named: HTMLElement | undefined;

/**
 * Prepares the transition to the track's page that `link` opens: names the cover in its row. False without such a cover, with
 * reduced motion, and on a track's page, whose own cover has the name.
 */
export function startCoverFlow(link: HTMLAnchorElement): boolean {
  if (!("startViewTransition" in document) || matchMedia("(prefers-reduced-motion: reduce)").matches)
    return false;
  ignoreSkippedTransitions();
  return nameCover(link);
}

/** Names the cover of `path`, the track's page just left, in the list. */
export function endCoverFlow(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main li a"))
    if (link.pathname === path && nameCover(link)) return;
}

function nameCover(link: Element): boolean {
  const row = link.closest("li");
  const cover = row?.querySelector<HTMLElement>(".cover-image");
  // Two elements with one name would cancel the transition.
  if (!row || !cover || document.querySelector(".track-cover")) return false;
  // A row that has just come back may not be drawn, and would be missing in the page's snapshot.
  row.style.contentVisibility = "visible";
  if (named) named.style.viewTransitionName = "";
  named = cover;
  named.style.viewTransitionName = "cover";
  return true;
}

let isIgnoring = false;

/** Prevents error reports: a skipped transition rejects `ready`, which the router does not handle. */
function ignoreSkippedTransitions(): void {
  if (isIgnoring) return;
  isIgnoring = true;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
