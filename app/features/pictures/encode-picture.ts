import sharp, { type Metadata } from "sharp";
import { isPolyglot } from "./is-polyglot.ts";
import { pictureKind } from "./picture-kind.ts";

/** Edge lengths of the two square files that are kept of a picture, in pixels. */
const sizes = { large: 512, small: 96 } as const;

const mostPixels = 50_000_000;
/** Memory that a decoder may need for a picture that it can't read line by line, in bytes. */
const mostHeld = 160_000_000;

// One picture and the end: nothing is worth keeping, and more threads mean more memory.
sharp.cache(false);
sharp.concurrency(1);
// libvips reads some sixty formats. These four it may, whatever a file pretends to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});

/** The file is no picture, or none that is taken. */
export class UnusablePicture extends Error {}

/**
 * Makes two square WebP files of a JPEG, PNG, GIF or WebP file: 512 and 96 px, cut to the middle, turned upright, of
 * animations the first frame, without metadata. Throws `UnusablePicture` for other and damaged files, for more than
 * 50 megapixels (fewer where the whole picture must be held in memory) and for files that are something else as well.
 */
export async function encodePicture(file: Uint8Array): Promise<{ large: Uint8Array; small: Uint8Array }> {
  const kind = pictureKind(file);
  if (kind === null || isPolyglot(file)) throw new UnusablePicture("not a picture");
  const options = { limitInputPixels: mostPixels, pages: 1, failOn: "error", sequentialRead: true } as const;
  try {
    const about = await sharp(file, options).metadata();
    if (about.format !== kind || heldBytes(about) > mostHeld)
      throw new UnusablePicture("too large to decode");
    const { data, info } = await sharp(file, options)
      .autoOrient()
      .resize(sizes.large, sizes.large, { fit: "cover" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const square = () => sharp(data, { raw: { width, height, channels } });
    return {
      large: await square().webp({ quality: 82 }).toBuffer(),
      small: await square().resize(sizes.small, sizes.small).webp({ quality: 82 }).toBuffer(),
    };
  } catch (error) {
    // Here everything that goes wrong is the file's doing: libvips reports damage as plain errors.
    throw new UnusablePicture("not readable", { cause: error });
  }
}

/** Bytes that the decoder holds at once; 0 for pictures that are read line by line. Measured with libvips 8.18. */
function heldBytes(about: Metadata): number {
  const pixels = about.width * (about.pageHeight ?? about.height);
  const samples = pixels * about.channels;
  if (about.format === "gif") return 5 * pixels;
  if (about.format === "webp") return (about.pages ?? 1) > 1 ? 8 * pixels : 0;
  if (about.isProgressive !== true) return 0;
  return about.format === "jpeg" || about.depth === "ushort" ? 2 * samples : samples;
}
