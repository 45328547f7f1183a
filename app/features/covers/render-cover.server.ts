import { LRUCache } from "lru-cache";
import type { CoverSpec } from "./cover.ts";
import { coverVersion } from "./cover-path.server.ts";
import { drawInProcess } from "./drawing/draw-in-process.server.ts";

/** 16 MB: some thousand small covers, or three hundred wide ones. */
const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: (png) => png.byteLength,
});
const pending = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** A cover's PNG, cached. `beforeRendering` may throw. Throws `LimitReached` when too many drawings wait. */
export async function renderCover(
  spec: CoverSpec,
  beforeRendering: () => Promise<void> = async () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const version = coverVersion(spec);
  const found = cache.get(version) ?? pending.get(version);
  if (found) return found;
  await beforeRendering();
  // Another request may have begun the drawing in the meantime.
  const started = cache.get(version) ?? pending.get(version);
  if (started) return started;
  const drawing = drawInProcess(spec);
  pending.set(version, drawing);
  try {
    const png = await drawing;
    cache.set(version, png);
    return png;
  } finally {
    pending.delete(version);
  }
}
