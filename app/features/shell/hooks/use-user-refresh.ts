import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";

/** Minimum interval between requests, in ms. */
const restMs = 5000;
/** Polling interval of the page that waits for approval, in ms. */
const waitingMs = 30_000;

/**
 * Fetches the current user when the page becomes visible again, and every 30 s on the page that waits for approval. When it
 * differs from what the page shows (logged out, denied or approved elsewhere), the page is revalidated, unless a form
 * holds unsent text: submitting that will tell.
 */
export function useUserRefresh(): void {
  const root = useRootData();
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const lastAsked = useRef(0);
  const look = useEffectEvent(async () => {
    if (!root || state !== "idle" || document.visibilityState !== "visible" || !navigator.onLine) return;
    if (Date.now() - lastAsked.current < restMs) return;
    lastAsked.current = Date.now();
    const { status, body } = await fetchJson("GET", "/api/auth/user");
    if (status !== 200 && status !== 401) return;
    const user = status === 200 ? body : null;
    if (JSON.stringify(user) !== JSON.stringify(root.user) && !isWriting()) void revalidate();
  });
  useEffect(() => {
    // The page has just been rendered by the server.
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
