import { once } from "node:events";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { textCompression } from "./compress-response.ts";
import type { Encoding } from "./negotiate-encoding.ts";

// A shared page differs only in nonce and request id. The rest is compressed once; they go between it in uncompressed blocks,
// which both formats have (RFC 7932 §9.2, RFC 1951 §3.2.4).

/** Bytes that each response fills itself; their number is fixed. */
export interface Gap {
  at: number;
  length: number;
}

/** Takes the bytes of each gap, returns the body. */
export type PrecompressedTemplate = (fillings: readonly Buffer[]) => Buffer<ArrayBuffer>;

/** Stored with the gap: compressed data may depend on the two bytes before it. */
const afterGap = 2;

/**
 * Compresses a page around its gaps, which are in order and at least two bytes apart. Null in the rare case that compressed
 * data points into a gap.
 */
export async function precompressTemplate(
  page: Buffer,
  gaps: readonly Gap[],
  encoding: Encoding,
): Promise<PrecompressedTemplate | null> {
  const format = formats[encoding];
  const stored = gaps.map(({ at, length }) => ({ from: at, to: at + length + afterGap }));
  const compressor = format.compressor();
  let chunks: Buffer[] = [];
  compressor.on("data", (chunk: Buffer) => chunks.push(chunk));
  const take = () => {
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  const flush = promisify((callback: () => void) => compressor.flush(format.flush, callback));
  const write = async (bytes: Buffer) => {
    compressor.write(bytes);
    await flush();
    return take();
  };
  // Before each gap, and after the last.
  const around: Buffer[] = [];
  let position = 0;
  let ending: Buffer = Buffer.alloc(0);
  for (const { from, to } of stored) {
    const before = await write(page.subarray(position, from));
    around.push(Buffer.concat([ending, before, format.storedBlock(to - from)]));
    // Prevents matches that reach into the gap.
    ending = page.subarray(to - afterGap, to);
    await write(Buffer.concat([unlikelyBytes(to - from - afterGap, position), ending]));
    position = to;
  }
  const rest = await write(page.subarray(position));
  compressor.end();
  await once(compressor, "end");
  around.push(Buffer.concat([ending, rest, take()]));
  const fill: PrecompressedTemplate = (fillings) => {
    const filled = around.flatMap((bytes, index) => [bytes, fillings[index] ?? Buffer.alloc(0)]);
    return Buffer.concat([format.header, ...filled, format.trailer(page, gaps, fillings)]);
  };
  const own = gaps.map(({ at, length }) => page.subarray(at, at + length));
  return format.decompress(fill(own)).equals(page) ? fill : null;
}

interface Format {
  compressor(): zlib.BrotliCompress | zlib.DeflateRaw;
  /** Ends a block at a byte boundary. */
  flush: number;
  storedBlock(length: number): Buffer;
  header: Buffer;
  trailer(page: Buffer, gaps: readonly Gap[], fillings: readonly Buffer[]): Buffer;
  decompress(bytes: Buffer): Buffer;
}

const nothing = Buffer.alloc(0);

const formats: Record<Encoding, Format> = {
  br: {
    compressor: () => zlib.createBrotliCompress(textCompression.br),
    flush: zlib.constants.BROTLI_OPERATION_FLUSH,
    storedBlock(length) {
      const head = Buffer.alloc(3);
      // Not the last block (1 bit), 16-bit length (2 bits: 0), length less one, uncompressed (1 bit).
      head.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
      return head;
    },
    header: nothing,
    trailer: () => nothing,
    decompress: (bytes) => zlib.brotliDecompressSync(bytes),
  },
  gzip: {
    compressor: () => zlib.createDeflateRaw(textCompression.gzip),
    flush: zlib.constants.Z_SYNC_FLUSH,
    storedBlock(length) {
      const head = Buffer.alloc(5);
      head.writeUInt16LE(length, 1);
      head.writeUInt16LE(0xffff - length, 3);
      return head;
    },
    header: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]),
    trailer(page, gaps, fillings) {
      let [checksum, position] = [0, 0];
      for (const [index, { at, length }] of gaps.entries()) {
        checksum = zlib.crc32(page.subarray(position, at), checksum);
        checksum = zlib.crc32(fillings[index] ?? nothing, checksum);
        position = at + length;
      }
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(zlib.crc32(page.subarray(position), checksum), 0);
      bytes.writeUInt32LE(page.length, 4);
      return bytes;
    },
    decompress: (bytes) => zlib.gunzipSync(bytes),
  },
};

/** Never in UTF-8; their order depends on `seed`. */
function unlikelyBytes(length: number, seed: number): Buffer {
  let state = seed + 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1664525 + 1013904223) % 2 ** 32;
      return (
        [0xf5 + ((state >>> 16) % 11), 0x01 + ((state >>> 16) % 8), 0x0e + ((state >>> 16) % 18)][
          (state >>> 24) % 3
        ] ?? 0
      );
    }),
  );
}
