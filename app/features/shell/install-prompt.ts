import { useSyncExternalStore } from "react";

/** Not in TypeScript's DOM: Chromium's own. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `offered`: the browser would install at a press. `unknown`: it does not say, as most browsers don't. */
type Installation = "unknown" | "offered" | "installed";

const listeners = new Set<() => void>();
let installation: Installation = "unknown";
let kept: InstallPromptEvent | null = null;

function note(next: Installation, event: InstallPromptEvent | null = null): void {
  kept = event;
  installation = next;
  for (const listener of listeners) listener();
}

const isPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event;

// The browser offers it once, maybe before anything is drawn.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    note("offered", event);
  });
  window.addEventListener("appinstalled", () => note("installed"));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How far the site is on its way to the home screen, as this page has heard of it. */
export function useInstallation(): Installation {
  return useSyncExternalStore(
    subscribe,
    () => installation,
    () => "unknown",
  );
}

/** Has the browser ask whether to install the site. An offer can be taken up once; it makes a new one if it likes. */
export function install(): void {
  const offer = kept;
  note("unknown");
  offer?.prompt().catch(() => undefined);
}
