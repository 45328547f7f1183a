import type { objectionFiles } from "#db/schema/index.ts";

export type EvidenceType = (typeof objectionFiles.$inferSelect)["type"];

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end));

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Of layer III: sync, no reserved version, bit rate or sample rate. */
const isMp3Frame = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  first === 0xff &&
  (second & 0xe6) === 0xe2 &&
  (second & 0x18) !== 0x08 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0xf0) !== 0 &&
  (third & 0x0c) !== 0x0c;

/** Without what no text has: a program or an archive has some within its first bytes. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !/[\p{Cc}--[\t\n\f\r]]/v.test(text);
  } catch {
    return false;
  }
}

/** What a file is by its bytes, whatever its name says; null for anything that is not taken as evidence. */
export function evidenceTypeOf(bytes: Uint8Array): EvidenceType | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpg";
  if (ascii(bytes, 0, 4) === "RIFF") {
    const form = ascii(bytes, 8, 12);
    return form === "WEBP" ? "webp" : form === "WAVE" ? "wav" : null;
  }
  if (ascii(bytes, 0, 5) === "%PDF-") return "pdf";
  if (ascii(bytes, 0, 3) === "ID3" || isMp3Frame(bytes)) return "mp3";
  return isText(bytes) ? "txt" : null;
}
