import { createHash } from "node:crypto";
import { mostStrands } from "#app/features/playlists/weave.ts";
import { coverColours } from "#app/features/tracks/cover-colours.ts";
import type { CoverOrder } from "../cover.ts";

/** Another number when covers are drawn otherwise than before. */
const drawing = 1;

/** Names the bytes of a cover: another one with other words, colours or tracks, where the cover shows them. */
export function coverVersion(order: CoverOrder): string {
  const shown = [drawing, order.size, ...(order.kind === "track" ? ofTrack(order) : ofWoven(order))];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}

function ofTrack(order: Extract<CoverOrder, { kind: "track" }>): unknown[] {
  const { trackId, size, labels, title, posterName } = order;
  return [trackId, coverColours(labels), ...(size === "1200x630" ? [title, posterName] : [])];
}

function ofWoven(order: Extract<CoverOrder, { kind: "woven" }>): unknown[] {
  const { size, tracks, category, title, ownerName } = order;
  const woven =
    tracks.length === 0
      ? [coverColours([category])]
      : tracks.slice(0, mostStrands).map(({ id, label }) => [id, coverColours([label ?? ""])]);
  return ["woven", woven, ...(size === "1200x630" ? [title, ownerName] : [])];
}
