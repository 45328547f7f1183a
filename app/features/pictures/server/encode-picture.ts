import sharp, { type Metadata } from "sharp";

/** Edge lengths of the stored squares, in pixels. */
const sizes = { large: 512, small: 96 } as const;

const maxPixels = 50_000_000;
/** In bytes, for pictures that the decoder can't read line by line. */
const maxDecoderBytes = 160_000_000;

// The process encodes one picture: a cache is useless, and more threads need more memory.
sharp.cache(false);
sharp.concurrency(1);
// Protects against the decoders of libvips' other sixty formats: only these four are allowed.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});

export class UnusablePicture extends Error {}

/**
 * Makes two square WebP files (512 and 96 px): cut to the middle, upright, without metadata; of animations the first frame.
 * Takes JPEG, PNG, GIF and WebP. Throws `UnusablePicture` for other and damaged files, above 50 megapixels (fewer where
 * memory must hold the whole picture), and for files that are something else too.
 */
export async function encodePicture(file: Uint8Array): Promise<{ large: Uint8Array; small: Uint8Array }> {
  const kind = pictureKind(file);
  if (kind === null || isPolyglot(file)) throw new UnusablePicture("not a picture");
  const options = { limitInputPixels: maxPixels, pages: 1, failOn: "error", sequentialRead: true } as const;
  try {
    const about = await sharp(file, options).metadata();
    if (about.format !== kind || decoderBytes(about) > maxDecoderBytes)
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
    // libvips reports damaged files as plain errors.
    throw new UnusablePicture("not readable", { cause: error });
  }
}

/** 0 for pictures that are read line by line. Measured with libvips 8.18. */
function decoderBytes(about: Metadata): number {
  const pixels = about.width * (about.pageHeight ?? about.height);
  const samples = pixels * about.channels;
  if (about.format === "gif") return 5 * pixels;
  if (about.format === "webp") return (about.pages ?? 1) > 1 ? 8 * pixels : 0;
  if (about.isProgressive !== true) return 0;
  return about.format === "jpeg" || about.depth === "ushort" ? 2 * samples : samples;
}

type PictureKind = "jpeg" | "png" | "gif" | "webp";

const signatures: readonly { kind: PictureKind; bytes: readonly [at: number, text: string][] }[] = [
  { kind: "jpeg", bytes: [[0, "\xff\xd8\xff"]] },
  { kind: "png", bytes: [[0, "\x89PNG\r\n\x1a\n"]] },
  { kind: "gif", bytes: [[0, "GIF87a"]] },
  { kind: "gif", bytes: [[0, "GIF89a"]] },
  {
    kind: "webp",
    bytes: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
];

/** By its first bytes; null for anything but the four accepted kinds. */
function pictureKind(file: Uint8Array): PictureKind | null {
  const start = Buffer.from(file.subarray(0, 16)).toString("latin1");
  const found = signatures.find(({ bytes }) => bytes.every(([at, text]) => start.startsWith(text, at)));
  return found?.kind ?? null;
}

/** Browsers, interpreters and readers recognize other formats by these, in lower case. */
const otherFormatMarkers = ["<script", "<?php", "<html", "<!doctype html", "%pdf-"];

/** A ZIP archive ends with this record of 22 bytes and a comment of at most 65,535. */
const zipEnd = Buffer.from("PK\x05\x06", "latin1");
const zipEndBytes = 22;
const maxZipCommentBytes = 65_535;

/** Nobody makes by accident a picture that is also a page, a script, a PDF or a ZIP archive. */
function isPolyglot(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const text = bytes.toString("latin1").toLowerCase();
  return otherFormatMarkers.some((marker) => text.includes(marker)) || endsAsZip(bytes);
}

function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(zipEndBytes + maxZipCommentBytes));
  for (let at = tail.indexOf(zipEnd); at >= 0; at = tail.indexOf(zipEnd, at + 1)) {
    if (at + zipEndBytes <= tail.length && at + zipEndBytes + tail.readUInt16LE(at + 20) <= tail.length) {
      return true;
    }
  }
  return false;
}
