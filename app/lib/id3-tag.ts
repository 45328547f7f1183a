export interface Id3Frame {
  id: string;
  body: Buffer;
}

const headerBytes = 10;
const utf16 = 1;
const endOfText = Buffer.from([0, 0]);
const language = Buffer.from("jpn", "latin1");

/**
 * An ID3v2.3 tag (id3.org), which every player reads. With `size` it has exactly that many bytes: padded with zeros, without
 * frames that do not fit; earlier frames come first.
 */
export function id3Tag(frames: readonly Id3Frame[], size?: number): Buffer {
  const parts: Buffer[] = [];
  let length = headerBytes;
  for (const frame of frames) {
    const bytes = frameBytes(frame);
    if (size !== undefined && length + bytes.length > size) continue;
    parts.push(bytes);
    length += bytes.length;
  }
  const total = size ?? length;
  const header = Buffer.alloc(headerBytes);
  header.write("ID3", "latin1");
  header[3] = 3;
  // Seven bits a byte, so that no byte looks like the start of an audio frame.
  for (let i = 0; i < 4; i++) header[6 + i] = ((total - headerBytes) >> (7 * (3 - i))) & 0x7f;
  return Buffer.concat([header, ...parts], total);
}

/** The bytes of the ID3v2 tag that begins a file; 0 for none. */
export function id3Length(file: Uint8Array): number {
  if (file[0] !== 0x49 || file[1] !== 0x44 || file[2] !== 0x33) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, headerBytes);
  return headerBytes + ((a << 21) | (b << 14) | (c << 7) | d);
}

function frameBytes({ id, body }: Id3Frame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(id, "latin1");
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

export const textFrame = (id: string, text: string): Id3Frame => ({
  id,
  body: Buffer.concat([Buffer.of(utf16), utf16Text(text)]),
});

export const namedTextFrame = (name: string, text: string): Id3Frame => ({
  id: "TXXX",
  body: Buffer.concat([Buffer.of(utf16), utf16Text(name), endOfText, utf16Text(text)]),
});

/** A Japanese comment (`COMM`) or the words that are spoken (`USLT`). */
export const longTextFrame = (id: "COMM" | "USLT", text: string): Id3Frame => ({
  id,
  body: Buffer.concat([Buffer.of(utf16), language, utf16Text(""), endOfText, utf16Text(text)]),
});

/** An address (`W…` other than `WXXX`). */
export const addressFrame = (address: string): Id3Frame => ({
  id: "WOAF",
  body: Buffer.from(address, "latin1"),
});

export const pictureFrame = (png: Uint8Array): Id3Frame => ({
  id: "APIC",
  body: Buffer.concat([Buffer.from("\0image/png\0\x03\0", "latin1"), png]),
});

/** What is spoken, each with its time in milliseconds. */
export const timedTextFrame = (texts: readonly { startMs: number; text: string }[]): Id3Frame => ({
  id: "SYLT",
  body: Buffer.concat([
    Buffer.of(utf16),
    language,
    Buffer.of(2, 2),
    utf16Text(""),
    endOfText,
    ...texts.flatMap(({ startMs, text }) => [utf16Text(text), endOfText, uint32(startMs)]),
  ]),
});

/** More than a list of contents can count. */
const maxChapters = 255;

/** Chapters with their contents (ID3v2 Chapter Frame Addendum). */
export function chapterFrames(
  chapters: readonly { startMs: number; endMs: number; title: string }[],
): Id3Frame[] {
  const listed = chapters.slice(0, maxChapters);
  if (listed.length === 0) return [];
  const ids = listed.map((_, index) => Buffer.from(`chp${index}\0`, "latin1"));
  // Of the top level, in order.
  const contents = Buffer.concat([Buffer.from("toc\0", "latin1"), Buffer.of(3, listed.length), ...ids]);
  // No positions in the file: times are exact.
  const noOffsets = Buffer.alloc(8, 0xff);
  return [
    { id: "CTOC", body: contents },
    ...listed.map(({ startMs, endMs, title }, index) => ({
      id: "CHAP",
      body: Buffer.concat([
        ...[ids[index] ?? Buffer.alloc(0), uint32(startMs), uint32(endMs), noOffsets],
        frameBytes(textFrame("TIT2", title)),
      ]),
    })),
  ];
}

/** With a byte order mark; without zeros, which would end it. */
function utf16Text(text: string): Buffer {
  return Buffer.from(`\ufeff${text.toWellFormed().replaceAll("\0", "")}`, "utf16le");
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.max(0, Math.round(value)));
  return bytes;
}
