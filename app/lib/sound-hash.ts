import { createHash, type Hash } from "node:crypto";
import { type FrameHeader, readFrameHeader } from "./mp3-frames.ts";
import { noticeFrames } from "./notice-length.ts";

/** Shorter parts are collected: alone, each would be copied with the rest of the one before. */
const batchBytes = 64 * 1024;
/** Longer than any frame. */
const maxFrameBytes = 1728;

export interface HashedSound {
  /** Hex, of all frames. */
  sha256: string;
  frames: number;
  /** Hz. */
  sampleRate: number;
  /** Of the frames that may be a spoken notice, and of those behind them; null where nothing follows. */
  split: { noticeSha256: string; sha256: string } | null;
}

/**
 * The SHA-256 of an MP3's sound alone: its whole layer III frames, in order. Programs that write tags must not change it. Left
 * out are therefore tags (ID3v1, ID3v2, APE), what is no frame, a last frame cut off, and a first one that only describes the
 * file (Xing, Info, VBRI): nobody hears these. docs/provenance.md describes it for others. Takes the file in parts of any size;
 * holds some 64 KB at a time.
 */
export class SoundHash {
  readonly #hash = createHash("sha256");
  /** Since the end of what may be a notice. */
  #behind: { noticeSha256: string; hash: Hash } | null = null;
  /** Unread: a part of a frame, and parts too short to read alone. */
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #toSkip = 0;
  /** What all frames have in common; null before the first. */
  #first: FrameHeader | null = null;
  /** A frame ended here: the next needs no look at what follows it. */
  #isInStep = false;
  #frames = 0;

  update(part: Uint8Array): void {
    this.#rest.push(part);
    this.#restBytes += part.byteLength;
    if (this.#restBytes >= batchBytes) this.#read(false);
  }

  /** Null without a frame. Call it last. */
  digest(): HashedSound | null {
    this.#read(true);
    if (this.#first === null) return null;
    const behind = this.#behind;
    const split = behind && { noticeSha256: behind.noticeSha256, sha256: behind.hash.digest("hex") };
    return {
      sha256: this.#hash.digest("hex"),
      frames: this.#frames,
      sampleRate: this.#first.sampleRate,
      split,
    };
  }

  #read(isEnd: boolean): void {
    const bytes = Buffer.concat(this.#rest);
    let at = 0;
    // Hashes frames in a row at once.
    let runStart = 0;
    const endRun = (end: number) => {
      const run = bytes.subarray(runStart, end);
      this.#hash.update(run);
      this.#behind?.hash.update(run);
    };
    let isInRun = false;
    while (at < bytes.byteLength) {
      const left = bytes.byteLength - at;
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, left);
        this.#toSkip -= skipped;
        at += skipped;
        continue;
      }
      if (!isEnd && left < 2 * maxFrameBytes) break;
      const frame = this.#frameAt(bytes, at);
      if (frame && !(this.#first === null && isFileInformation(bytes, at, frame))) {
        if (this.#frames === noticeFrames && !this.#behind) {
          if (isInRun) endRun(at);
          isInRun = false;
          this.#behind = { noticeSha256: this.#hash.copy().digest("hex"), hash: createHash("sha256") };
        }
        if (!isInRun) runStart = at;
        isInRun = true;
        this.#first ??= frame;
        this.#isInStep = true;
        this.#frames++;
        at += frame.bytes;
        continue;
      }
      if (isInRun) endRun(at);
      isInRun = false;
      if (frame) {
        at += frame.bytes;
        this.#isInStep = true;
        continue;
      }
      this.#isInStep = false;
      this.#toSkip = tagLength(bytes, at) || 1;
    }
    if (isInRun) endRun(at);
    this.#rest = [bytes.subarray(at)];
    this.#restBytes = bytes.byteLength - at;
  }

  /** Null for none. Out of step, chance bytes look like a frame: another frame or the end must follow. */
  #frameAt(bytes: Uint8Array, at: number): FrameHeader | null {
    const frame = readFrameHeader(bytes, at);
    if (!frame || at + frame.bytes > bytes.byteLength || !isAlike(frame, this.#first ?? frame)) return null;
    if (this.#isInStep) return frame;
    const end = at + frame.bytes;
    if (end === bytes.byteLength) return frame;
    const next = readFrameHeader(bytes, end);
    return next && isAlike(next, frame) ? frame : null;
  }
}

const isAlike = (a: FrameHeader, b: FrameHeader) => a.version === b.version && a.sampleRate === b.sampleRate;

/**
 * Whether the letters stand at a place. It is asked of every byte that is no frame: a string made of each would cost a minute of
 * 64 MB.
 */
function isAt(bytes: Uint8Array, at: number, letters: string): boolean {
  for (let index = 0; index < letters.length; index++)
    if (bytes[at + index] !== letters.charCodeAt(index)) return false;
  return true;
}

/** Whether a frame is silent and describes the file (Xing, Info), as some programs write it in front. */
function isFileInformation(bytes: Uint8Array, at: number, frame: FrameHeader): boolean {
  const sideBytes = frame.version === 3 ? (frame.isMono ? 17 : 32) : frame.isMono ? 9 : 17;
  const start = at + 4 + (frame.hasChecksum ? 2 : 0) + sideBytes;
  return isAt(bytes, start, "Xing") || isAt(bytes, start, "Info") || isAt(bytes, at + 36, "VBRI");
}

/** The length of the tag that begins at a place; 0 for none. */
function tagLength(bytes: Uint8Array, at: number): number {
  if (isAt(bytes, at, "ID3")) {
    const [flags = 0, a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 5, at + 10);
    const footer = flags & 0x10 ? 10 : 0;
    return (a | b | c | d) & 0x80 ? 0 : 10 + ((a << 21) | (b << 14) | (c << 7) | d) + footer;
  }
  if (isAt(bytes, at, "TAG")) return 128;
  if (!isAt(bytes, at, "APETAGEX") || bytes.byteLength < at + 32) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 32);
  // A header has the length that follows it; a footer stands alone.
  const isHeader = (view.getUint32(20, true) & 0x20000000) !== 0;
  return 32 + (isHeader ? view.getUint32(12, true) : 0);
}

/** The hex hash of a whole file's sound (`SoundHash`); null without a frame. */
export function soundSha256(file: Uint8Array): string | null {
  const hash = new SoundHash();
  hash.update(file);
  return hash.digest()?.sha256 ?? null;
}
