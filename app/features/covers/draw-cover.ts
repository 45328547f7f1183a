import sharp from "sharp";
import type { CoverOrder } from "./cover.ts";
import { coverSvg } from "./cover-svg.ts";
import { drawableText, outlineText } from "./outline-text.ts";

sharp.cache(false);
sharp.concurrency(1);
// Of the formats that libvips reads, the one that is drawn here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

/** Few hues and their blends: a palette holds them all. */
const png = { palette: true, colours: 128, compressionLevel: 9, dither: 0 } as const;

/** A cover as PNG. */
export async function drawCover(order: CoverOrder): Promise<Uint8Array> {
  const [title, posterName] = [drawableText(order.title), drawableText(order.posterName)];
  const svg = coverSvg({ ...order, title, posterName }, outlineText);
  return sharp(Buffer.from(svg)).png(png).toBuffer();
}
