import { asRecord } from "#app/lib/ask-server.ts";
import { hearUnread } from "./live-unread.ts";

/** A question that came to nothing is asked twice more (spec 2 §9), after so many ms. */
const pausesMs = [500, 1500];

/** The last answer, and what it is named by. */
let known: { etag: string; count: number } | null = null;

/** Asks how many notifications are unread, and takes note of the answer. Never throws. */
export async function askUnread(signal: AbortSignal): Promise<"heard" | "signed-out" | "lost"> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await askOnce(signal);
    const pauseMs = pausesMs[attempt];
    if (outcome !== "lost" || pauseMs === undefined || signal.aborted) return outcome;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function askOnce(signal: AbortSignal): Promise<"heard" | "signed-out" | "lost"> {
  try {
    const headers: HeadersInit = { Accept: "application/json" };
    if (known) headers["If-None-Match"] = known.etag;
    const response = await fetch("/api/notifications/unread-count", { headers, signal });
    if (response.status === 401 || response.status === 403) return "signed-out";
    if (response.status === 200) {
      const { count } = asRecord(await response.json());
      const etag = response.headers.get("ETag");
      if (typeof count !== "number") return "lost";
      known = etag ? { etag, count } : null;
      hearUnread(count);
      return "heard";
    }
    if (response.status !== 304 || !known) return "lost";
    hearUnread(known.count);
    return "heard";
  } catch {
    return "lost";
  }
}
