import { eq } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { primary } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { findWait } from "./track-listing.server.ts";

/** What the author of a public track is told while visitors' lists do not show it; null once they do. */
export async function describeListing(trackId: number, now: Date = new Date()): Promise<string | null> {
  const [track] = await primary
    .select({ listedFrom: tracks.listedFrom })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  const wait = findWait(track?.listedFrom ?? null, now);
  if (wait === null) return null;
  const lists = "ログインしていない方のホームと検索には";
  if (wait === "review") return `${lists}、運営が確かめたあとに載ります。`;
  // Never earlier than it is.
  const from = new Date(Math.ceil(wait.getTime() / minuteMs) * minuteMs);
  return `${lists}、${formatDateTime(from).replace(" ", "\u00a0")}から載ります。`;
}
