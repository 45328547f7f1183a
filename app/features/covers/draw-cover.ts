import sharp from "sharp";
import type { CoverOrder } from "./cover.ts";
import { coverSvg } from "./cover-svg.ts";
import { drawableText, outlineText } from "./outline-text.ts";
import { wovenSvg } from "./woven-svg.ts";

sharp.cache(false);
sharp.concurrency(1);
// Of the formats that libvips reads, the one that is drawn here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

/** Few hues and their blends: a palette holds them all. */
const png = { palette: true, colours: 128, compressionLevel: 9, dither: 0 } as const;
/** Podcast directories ask for RGB. */
const rgb = { palette: false, compressionLevel: 9 } as const;

/** A cover as PNG. */
export async function drawCover(order: CoverOrder): Promise<Uint8Array> {
  const image = sharp(Buffer.from(svgOf(order)));
  return (order.size === "1400" ? image.removeAlpha().png(rgb) : image.png(png)).toBuffer();
}

function svgOf(order: CoverOrder): string {
  const title = drawableText(order.title);
  return order.kind === "track"
    ? coverSvg({ ...order, title, posterName: drawableText(order.posterName) }, outlineText)
    : wovenSvg({ ...order, title, ownerName: drawableText(order.ownerName) }, outlineText);
}
