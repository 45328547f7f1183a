import { endSession } from "#app/features/events/hooks/event-store.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { setUnreadCount } from "./unread-store.ts";

const retryDelaysMs = [500, 1500];

let cached: { etag: string; count: number } | null = null;

/** Fetches the unread count into the store, with retries; a signed-out page stops asking. Never throws. */
export async function fetchUnreadCount(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await requestUnreadCount();
    if (outcome === "signed-out") endSession();
    const delayMs = retryDelaysMs[attempt];
    if (outcome !== "failed" || delayMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

async function requestUnreadCount(): Promise<"ok" | "signed-out" | "failed"> {
  try {
    const headers: HeadersInit = { Accept: "application/json" };
    if (cached) headers["If-None-Match"] = cached.etag;
    const response = await fetch("/api/notifications/unread-count", { headers });
    if (response.status === 401 || response.status === 403) return "signed-out";
    if (response.status === 200) {
      const { count } = asRecord(await response.json());
      const etag = response.headers.get("ETag");
      if (typeof count !== "number") return "failed";
      cached = etag ? { etag, count } : null;
      setUnreadCount(count);
      return "ok";
    }
    if (response.status !== 304 || !cached) return "failed";
    setUnreadCount(cached.count);
    return "ok";
  } catch {
    return "failed";
  }
}
