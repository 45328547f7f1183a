import { makeDocx, makePdf, pdfLines, wordParagraph } from "./make-sources.ts";

/** What the sources of tests say, and two of them. */
export const text = "夜のラジオには、昼とはちがう時間が流れています。";
export const docx = makeDocx(wordParagraph(text));
export const pdf = makePdf([pdfLines([text])]);

/** The same bytes each time, without order (xorshift). */
export function noise(length: number): Buffer {
  let state = 0x9e3779b9;
  return Buffer.from(
    Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    }),
  );
}

/** The central directory's and the local header's claim of how long the first part is when it is unpacked. */
export function claimLength(zip: Uint8Array, length: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(length, 22);
  bytes.writeUInt32LE(length, bytes.indexOf("PK\u0001\u0002") + 24);
  return bytes;
}
