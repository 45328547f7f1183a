import { readFileSync } from "node:fs";
import { createMp3Encoder, createOggEncoder } from "wasm-media-encoders";
import { wavOfPcm } from "#app/engines/speech/wav-file.ts";

/** 997 Hz, by default a second at −26 dBFS. */
interface Tone {
  seconds?: number;
  sampleRate?: number;
  amplitude?: number;
}

function toneSamples({ seconds = 1, sampleRate = 44_100, amplitude = 0.05 }: Tone = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * 997 * i) / sampleRate),
  );
}

/** Stereo, variable bit rate, as from other programs. */
export async function makeMp3(): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 44_100, channels: 2, vbrQuality: 4 });
  return encode(encoder);
}

export async function makeVorbis(): Promise<Buffer> {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: 44_100, channels: 2, vbrQuality: 3 });
  return encode(encoder);
}

function encode(encoder: {
  encode(samples: [Float32Array, Float32Array]): Uint8Array;
  finalize(): Uint8Array;
}): Buffer {
  const samples = toneSamples();
  const first = Buffer.from(encoder.encode([samples, samples]));
  return Buffer.concat([first, Buffer.from(encoder.finalize())]);
}

/** AAC at 44.1 kHz, index at the end, as recorders write it. A second. */
export const makeM4a = (): Buffer => readFileSync(new URL("files/tone.m4a", import.meta.url));

/** A second. */
export const makeOpus = (): Buffer => readFileSync(new URL("files/tone-opus.ogg", import.meta.url));

/** 16-bit PCM, mono. `claimedBytes`: the header's length. */
export function makeWav(tone: Tone & { claimedBytes?: number } = {}): Buffer {
  const { sampleRate = 44_100 } = tone;
  const samples = toneSamples(tone);
  const pcm = Buffer.alloc(2 * samples.length);
  for (const [i, x] of samples.entries()) pcm.writeInt16LE(Math.round(x * 32_767), 2 * i);
  const file = Buffer.from(wavOfPcm(pcm, sampleRate));
  file.writeUInt32LE(tone.claimedBytes ?? pcm.length, 40);
  return file;
}

/** Samples per frame. */
const blockSize = 4096;

/** 16 bits, 44.1 kHz, mono, verbatim frames. `claimedSamples`: the header's. */
export function makeFlac(tone: Tone & { claimedSamples?: number; pictureBytes?: number } = {}): Buffer {
  const samples = toneSamples(tone);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(blockSize, 0);
  info.writeUInt16BE(blockSize, 2);
  // 20 bits sample rate, 3 bits channels − 1, 5 bits of a sample − 1, 36 bits samples.
  const total = tone.claimedSamples ?? samples.length;
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n) | BigInt(total), 10);
  const blocks: Buffer[] = [Buffer.from("fLaC"), Buffer.from([tone.pictureBytes ? 0 : 0x80, 0, 0, 34]), info];
  if (tone.pictureBytes) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(0x8600_0000 + tone.pictureBytes);
    blocks.push(head, Buffer.alloc(tone.pictureBytes, 0xff));
  }
  for (let at = 0, number = 0; at < samples.length; at += blockSize, number++)
    blocks.push(flacFrame(samples.subarray(at, at + blockSize), number));
  return Buffer.concat(blocks);
}

function flacFrame(samples: Float32Array, number: number): Buffer {
  // 44.1 kHz, one channel, 16 bits; the length of the block follows in 16 bits.
  const coded = number < 128 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 63)];
  const length = samples.length - 1;
  const head = Buffer.from([0xff, 0xf8, 0x79, 0x08, ...coded, length >> 8, length & 255]);
  const body = Buffer.alloc(1 + 2 * samples.length);
  body[0] = 2;
  for (const [i, x] of samples.entries()) body.writeInt16BE(Math.round(x * 32_767), 1 + 2 * i);
  const frame = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), body]);
  const check = crc(frame, 16, 0x8005);
  return Buffer.concat([frame, Buffer.from([check >> 8, check & 255])]);
}

function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & top ? polynomial : 0)) & mask;
  }
  return value;
}

/** A tag with a picture of `pictureBytes`; its header claims `claimedBytes`. */
export function makeId3(o: { pictureBytes: number; claimedBytes?: number }): Buffer {
  const size = o.claimedBytes ?? o.pictureBytes + 10;
  const head = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    ...[21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f),
  ]);
  const frame = Buffer.alloc(10);
  frame.write("APIC", "latin1");
  frame.writeUInt32BE(o.pictureBytes, 4);
  return Buffer.concat([head, frame, Buffer.alloc(o.pictureBytes, 0xff)]);
}
