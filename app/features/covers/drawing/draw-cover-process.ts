import { setPriority } from "node:os";
import sharp from "sharp";
import type { CoverSpec } from "../cover.ts";
import { drawableText, outlineText } from "./outline-text.ts";
import { playlistCoverSvg } from "./playlist-cover-svg.ts";
import { trackCoverSvg } from "./track-cover-svg.ts";

// The process that draws covers: receives a specification, sends the PNG, ends when the server disconnects. Its low priority
// keeps requests fast.
setPriority(10);
process.on("disconnect", () => process.exit());
process.on("message", (spec: CoverSpec) => {
  drawCover(spec).then(
    (png) => process.send?.(png),
    (error: unknown) => {
      process.stderr.write(String(error));
      process.exit(1);
    },
  );
});

sharp.cache(false);
sharp.concurrency(1);
// Of libvips' formats only SVG is needed.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

const png = { palette: true, colours: 128, compressionLevel: 9, dither: 0 } as const;
const small = { ...png, colours: 16 } as const;
/** Podcast directories require RGB. */
const rgb = { palette: false, compressionLevel: 9 } as const;

async function drawCover(spec: CoverSpec): Promise<Uint8Array> {
  const image = sharp(Buffer.from(svgOf(spec)));
  if (spec.size === "1400") return image.removeAlpha().png(rgb).toBuffer();
  return image.png(spec.size === "300" ? small : png).toBuffer();
}

function svgOf(spec: CoverSpec): string {
  const title = drawableText(spec.title);
  return spec.kind === "track"
    ? trackCoverSvg({ ...spec, title, posterName: drawableText(spec.posterName) }, outlineText)
    : playlistCoverSvg({ ...spec, title, ownerName: drawableText(spec.ownerName) }, outlineText);
}
