import { useSyncExternalStore } from "react";

/** Not in TypeScript's DOM: Chromium's own. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let kept: InstallPromptEvent | null = null;

function keepPrompt(event: InstallPromptEvent | null): void {
  kept = event;
  for (const listener of listeners) listener();
}

const isPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event;

// The browser offers it once, maybe before anything is drawn.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    keepPrompt(event);
  });
  window.addEventListener("appinstalled", () => keepPrompt(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the browser to install the site; null where it does not offer that. */
export function useInstallPrompt(): (() => void) | null {
  const prompt = useSyncExternalStore(
    subscribe,
    () => kept,
    () => null,
  );
  if (!prompt) return null;
  return () => {
    keepPrompt(null);
    void prompt.prompt();
  };
}
