import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useRevalidator } from "react-router";
import { askServer } from "#app/lib/ask-server.ts";
import { useRootData } from "./use-root-data.ts";

/** Asked at most once in this time, in ms. */
const restMs = 5000;
/** How often the page that waits for an approval asks, in ms. */
const waitingMs = 30_000;

/**
 * Asks who is signed in when the page comes back into view (spec 1 §7), and every 30 s on the page that waits for an
 * approval. When that is no longer what the page shows (logged out, denied or approved elsewhere), the page is loaded
 * anew. Text that is being written is left alone: whatever it is sent to will tell.
 */
export function useFreshUser(): void {
  const root = useRootData();
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const lastAsked = useRef(0);
  const look = useEffectEvent(async () => {
    if (!root || state !== "idle" || document.visibilityState !== "visible" || !navigator.onLine) return;
    if (Date.now() - lastAsked.current < restMs) return;
    lastAsked.current = Date.now();
    const { status, body } = await askServer("GET", "/api/auth/user");
    if (status !== 200 && status !== 401) return;
    const user = status === 200 ? body : null;
    if (JSON.stringify(user) !== JSON.stringify(root.user) && !isWriting()) void revalidate();
  });
  useEffect(() => {
    // The page has just come from the server.
    lastAsked.current = Date.now();
    const ask = () => void look();
    window.addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      window.removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  const waits = pathname === "/pending-approval" && root?.user?.state === "pending";
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void look(), waitingMs);
    return () => clearInterval(timer);
  }, [waits]);
}

function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "textarea, form[method=post] input[type=text]",
  );
  return [...fields].some(({ value }) => value.trim() !== "");
}
