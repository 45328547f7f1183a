import type { CoverOrder } from "./cover.ts";
import { coverVersion } from "./cover-version.server.ts";

/** The address of a track's PNG cover; another one once the cover looks otherwise, so that it may be kept long. */
export function coverPath(order: CoverOrder): string {
  const query = new URLSearchParams({ size: order.size, v: coverVersion(order) });
  return `/api/tracks/${order.trackId}/cover.png?${query}`;
}
