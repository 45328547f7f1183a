import { useSyncExternalStore } from "react";

/** Chromium's own event, missing in TypeScript's DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `offered`: `install()` shows the browser's prompt. `unknown`: most browsers do not tell. */
export type Installation = "unknown" | "offered" | "installed";

const listeners = new Set<() => void>();
let installation: Installation = "unknown";
let deferredPrompt: InstallPromptEvent | null = null;

function setInstallation(next: Installation, event: InstallPromptEvent | null = null): void {
  deferredPrompt = event;
  installation = next;
  for (const listener of listeners) listener();
}

const isPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event;

// The event fires once, possibly before hydration.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    setInstallation("offered", event);
  });
  window.addEventListener("appinstalled", () => setInstallation("installed"));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Installation state, as far as this page knows. */
export function useInstallation(): Installation {
  return useSyncExternalStore(
    subscribe,
    () => installation,
    () => "unknown",
  );
}

/** Shows the browser's install prompt. A prompt can be used once; the browser may offer another. */
export function install(): void {
  const offer = deferredPrompt;
  setInstallation("unknown");
  offer?.prompt().catch(() => undefined);
}
