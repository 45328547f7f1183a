import { createHash } from "node:crypto";
import { coverColours } from "../tracks/cover-colours.ts";
import type { CoverOrder } from "./cover.ts";

/** Another number when covers are drawn otherwise than before. */
const drawing = 1;

/** Names the bytes of a cover: another one with another title, poster or colours, where the cover shows them. */
export function coverVersion({ trackId, size, labels, title, posterName }: CoverOrder): string {
  const shown = [
    drawing,
    trackId,
    size,
    coverColours(labels),
    ...(size === "1200x630" ? [title, posterName] : []),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}
