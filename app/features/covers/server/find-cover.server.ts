import { ByteCache } from "#app/lib/byte-cache.ts";
import type { CoverOrder } from "../cover.ts";
import { coverVersion } from "./cover-version.server.ts";
import { runDrawer } from "./run-drawer.server.ts";

/** Some thousand small covers, or three hundred wide ones. */
const drawn = new ByteCache(16 * 2 ** 20);
const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * The PNG of a cover. One that was drawn lately is not drawn again, nor twice at once; before one has to be drawn,
 * `beforeDrawing` may throw. Throws `LimitReached` when too many wait to be drawn.
 */
export async function findCover(
  order: CoverOrder,
  beforeDrawing: () => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = coverVersion(order);
  const found = drawn.get(name) ?? underWay.get(name);
  if (found) return found;
  beforeDrawing();
  const drawing = runDrawer(order);
  underWay.set(name, drawing);
  try {
    const png = await drawing;
    drawn.put(name, png);
    return png;
  } finally {
    underWay.delete(name);
  }
}
