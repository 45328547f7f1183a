import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export interface TestFile {
  what: string;
  bytes: Buffer;
  name?: string;
  type?: string;
}

const text = (content: string) => Buffer.from(content, "latin1");

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([text(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const pngSignature = text("\x89PNG\r\n\x1a\n");

function pngHeader(width: number, height: number, o: { bits?: number } = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = o.bits ?? 8;
  return pngChunk("IHDR", data);
}

/** Grey or 1-bit, any size, compressed to nearly nothing. */
function hugePng(width: number, height: number): Buffer {
  const line = Math.ceil(width / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(line * height), { level: 1 });
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height, { bits: 1 }),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngWith(chunk: Buffer): Buffer {
  const pixels = deflateSync(Buffer.alloc(9 * 8));
  return Buffer.concat([
    pngSignature,
    pngHeader(8, 8),
    chunk,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Any size, nearly no pixels. */
function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(13);
  head.write("GIF89a", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head[10] = 0x80;
  const place = Buffer.alloc(9);
  place.writeUInt16LE(width, 4);
  place.writeUInt16LE(height, 6);
  const control = text("\x21\xf9\x04\x00\x01\x00\x00\x00");
  const frame = Buffer.concat([control, text(","), place, text("\x02\x02\x44\x01\x00")]);
  return Buffer.concat([
    head,
    text("\x00\x00\x00\xff\xff\xff"),
    ...Array.from({ length: frames }, () => frame),
    text(";"),
  ]);
}

const zipEnd = Buffer.concat([text("PK\x05\x06"), Buffer.alloc(18)]);

const photo = (width = 320, height = 240) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#804020",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#345678" } });

/** Files that must all give 「画像ファイルのみアップロード可能です」 and leave nothing. */
export async function hostileFiles(): Promise<TestFile[]> {
  const jpeg = await photo().jpeg().toBuffer();
  const png = await photo().png().toBuffer();
  const webp = await photo().webp().toBuffer();
  const still = await photo().gif().toBuffer();
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const zeros = deflateSync(Buffer.alloc(60_000_000));
  const withComment = (comment: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(comment.length + 2);
    return Buffer.concat([jpeg.subarray(0, 2), text("\xff\xfe"), length, text(comment), jpeg.subarray(2)]);
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const bmp = Buffer.concat([text("BM"), Buffer.alloc(200)]);
  const heic = Buffer.concat([text("\x00\x00\x00\x18ftypheic"), Buffer.alloc(200)]);
  return [
    { what: "nothing", bytes: Buffer.alloc(0) },
    { what: "text", bytes: text("not a picture"), name: "x.png", type: "image/png" },
    {
      what: "HTML",
      bytes: text("<!doctype html><script>alert(1)</script>"),
      name: "x.jpg",
      type: "image/jpeg",
    },
    { what: "JavaScript", bytes: text("alert(1)"), name: "x.gif", type: "image/gif" },
    { what: "SVG with a script", bytes: text(svg), name: "x.svg", type: "image/svg+xml" },
    { what: "SVG named WebP", bytes: text(svg), name: "x.webp", type: "image/webp" },
    { what: "a Windows program", bytes: Buffer.concat([text("MZ\x90\x00"), Buffer.alloc(500)]) },
    { what: "an ELF program", bytes: Buffer.concat([text("\x7fELF\x02\x01\x01"), Buffer.alloc(500)]) },
    { what: "PDF", bytes: text("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF") },
    { what: "ZIP", bytes: zipEnd, name: "x.png", type: "image/png" },
    { what: "TIFF", bytes: await photo().tiff().toBuffer(), type: "image/tiff" },
    { what: "AVIF", bytes: await flat(16, 16).avif({ effort: 0 }).toBuffer(), type: "image/avif" },
    { what: "HEIC", bytes: heic, type: "image/heic" },
    { what: "BMP", bytes: bmp, type: "image/bmp" },
    { what: "ICO", bytes: Buffer.concat([text("\x00\x00\x01\x00\x01\x00"), Buffer.alloc(100)]) },
    { what: "null bytes", bytes: Buffer.alloc(5000), type: "image/png" },
    { what: "a JPEG's first bytes alone", bytes: text("\xff\xd8\xff\xe0") },
    { what: "a PNG's signature alone", bytes: pngSignature },
    { what: "a GIF's signature alone", bytes: text("GIF89a") },
    { what: "a WebP's signature alone", bytes: text("RIFF\x00\x00\x00\x00WEBP") },
    { what: "half a JPEG", bytes: half(jpeg) },
    { what: "half a PNG", bytes: half(png) },
    { what: "half a GIF", bytes: half(still) },
    { what: "half a WebP", bytes: half(webp) },
    {
      what: "JPEG with noise for data",
      bytes: Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(3000, 0xa5)]),
    },
    { what: "JPEG and HTML", bytes: Buffer.concat([jpeg, text("<HTML><body>hello")]) },
    { what: "JPEG with a script in a comment", bytes: withComment("<SCRIPT>alert(1)</SCRIPT>") },
    { what: "JPEG with PHP in a comment", bytes: withComment("<?php system($_GET[0]);") },
    { what: "GIF and JavaScript", bytes: Buffer.concat([still, text("=1;document.write('<script>')")]) },
    { what: "PNG and PDF", bytes: Buffer.concat([png, text("%PDF-1.4")]) },
    { what: "PNG and ZIP", bytes: Buffer.concat([png, zipEnd]) },
    { what: "WebP and a page", bytes: Buffer.concat([webp, text("<!DOCTYPE html>")]) },
    {
      what: "a PNG header of 50,000 × 50,000",
      bytes: Buffer.concat([
        pngSignature,
        pngHeader(50_000, 50_000),
        pngChunk("IDAT", deflateSync(Buffer.alloc(10))),
      ]),
    },
    { what: "a whole PNG of 50,000 × 50,000", bytes: hugePng(50_000, 50_000) },
    { what: "a PNG one pixel high and too wide", bytes: hugePng(60_000_000, 1) },
    {
      what: "an interlaced PNG of 49 megapixels",
      bytes: await flat(7000, 7000, 4).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    },
    { what: "a GIF on a canvas of 60,000 × 60,000", bytes: gif(60_000, 60_000, 1) },
    { what: "a GIF on a canvas of 7,000 × 7,000 with many frames", bytes: gif(7000, 7000, 20_000) },
    {
      what: "a WebP that says 16,384 × 16,384",
      bytes: Buffer.concat([
        text("RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\x3f\x00\xff\x3f\x00"),
      ]),
    },
    {
      what: "a JPEG that says 65,000 × 65,000",
      bytes: Buffer.concat([
        text("\xff\xd8\xff\xc0\x00\x0b\x08\xfd\xe8\xfd\xe8\x01\x01\x11\x00"),
        Buffer.alloc(500),
      ]),
    },
    {
      what: "a PNG with more pixels than its header says, by a bomb",
      bytes: Buffer.concat([
        pngSignature,
        pngHeader(50_000, 9000),
        pngChunk("IDAT", zeros),
        pngChunk("IEND", Buffer.alloc(0)),
      ]),
    },
  ];
}

/** Strange pictures: taken or refused, they must cost neither memory nor time. */
export function heavyFiles(): TestFile[] {
  const zeros = deflateSync(Buffer.alloc(60_000_000));
  return [
    { what: "a zTXt bomb", bytes: pngWith(pngChunk("zTXt", Buffer.concat([text("x\0\0"), zeros]))) },
    { what: "an iCCP bomb", bytes: pngWith(pngChunk("iCCP", Buffer.concat([text("x\0\0"), zeros]))) },
    { what: "a GIF of 200,000 frames", bytes: gif(100, 100, 200_000) },
    {
      what: "a PNG with 20,000 text chunks",
      bytes: pngWith(Buffer.concat(Array.from({ length: 20_000 }, () => pngChunk("tEXt", text("k\0v"))))),
    },
  ];
}

export async function friendlyFiles(): Promise<TestFile[]> {
  const located = await photo(400, 200)
    .withExif({ IFD0: { Copyright: "secret-owner" }, IFD3: { GPSLatitude: "35/1 41/1 0/1" } })
    .jpeg()
    .toBuffer();
  const frames = await Promise.all(
    [1, 2, 3].map((n) =>
      flat(n * 20, 60)
        .png()
        .toBuffer(),
    ),
  );
  const strip = { join: { animated: true } };
  return [
    { what: "JPEG with its place", bytes: located },
    { what: "CMYK JPEG", bytes: await photo().toColourspace("cmyk").jpeg().toBuffer() },
    { what: "progressive JPEG", bytes: await photo(1200, 800).jpeg({ progressive: true }).toBuffer() },
    { what: "16-bit PNG", bytes: await photo().toColourspace("rgb16").png().toBuffer() },
    { what: "PNG with transparency", bytes: await flat(50, 80, 4).png().toBuffer() },
    { what: "palette GIF", bytes: await photo().gif().toBuffer() },
    { what: "animated GIF", bytes: await sharp(frames, strip).gif().toBuffer() },
    { what: "animated WebP", bytes: await sharp(frames, strip).webp().toBuffer() },
    { what: "one pixel", bytes: await flat(1, 1).png().toBuffer() },
    { what: "a very wide picture", bytes: await flat(3000, 10).png().toBuffer() },
    { what: "40 megapixels", bytes: await flat(7300, 5480).jpeg({ quality: 30 }).toBuffer() },
  ];
}

/** Left red, right blue, from an upright camera (EXIF orientation 6: turn clockwise). */
export function turnedPhoto(): Promise<Buffer> {
  const blue = { create: { width: 100, height: 200, channels: 3 as const, background: "#0000ff" } };
  return sharp({ create: { width: 200, height: 200, channels: 3, background: "#ff0000" } })
    .composite([{ input: blue, left: 100, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
