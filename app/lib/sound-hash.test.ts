import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { id3Tag, pictureFrame, textFrame } from "./id3-tag.ts";
import { mp3Frames } from "./mp3-frames.ts";
import { noticeFrames } from "./notice-length.ts";
import { SoundHash, soundSha256 } from "./sound-hash.ts";

const encoder = await createMp3Encoder();

function encode({ sampleRate = 24_000, seconds = 3, gain = 1, kbps = 64 as 64 | 128 } = {}): Buffer {
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  const noise = Float32Array.from({ length: sampleRate * seconds }, (_, i) => (gain * Math.sin(i * i)) / 3);
  return Buffer.concat([encoder.encode([noise]).slice(), encoder.finalize().slice()]);
}

const sound = encode();
const expected = soundSha256(sound);

/** A picture full of bytes that look like frames. */
const picture = Buffer.concat(Array.from({ length: 40 }, () => sound.subarray(0, 200)));
/** Frames of 8 kbit/s, which are short enough for an old tag. */
const shortFrame = Buffer.concat([Buffer.of(0xff, 0xf3, 0x14, 0xc4), Buffer.alloc(20)]);
const id3v1 = Buffer.concat([
  Buffer.from("TAG"),
  ...Array.from({ length: 5 }, () => shortFrame),
  Buffer.alloc(5),
]);
const apeItem = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), Buffer.from("Cover\0"), picture]);
function apeBlock(isHeader: boolean): Buffer {
  const block = Buffer.alloc(32);
  block.write("APETAGEX", "latin1");
  block.writeUInt32LE(2000, 8);
  block.writeUInt32LE(apeItem.length + 32, 12);
  block.writeUInt32LE(1, 16);
  block.writeUInt32LE(isHeader ? 0xa0000000 : 0x80000000, 20);
  return block;
}
/** As players that mend the length of a file write it in front: a frame of silence with the number of frames. */
const infoFrame = (() => {
  const [first] = mp3Frames(sound);
  const frame = Buffer.alloc(first?.end ?? 0);
  sound.copy(frame, 0, 0, 4);
  frame.write("Info", 4 + 9, "latin1");
  return frame;
})();

test.each<[string, Buffer]>([
  ["a tag in front", Buffer.concat([id3Tag([textFrame("TIT2", "別の題名")]), sound])],
  ["a large tag with a picture", Buffer.concat([id3Tag([pictureFrame(picture)], 30_000), sound])],
  ["two tags", Buffer.concat([id3Tag([textFrame("TIT2", "一")]), id3Tag([textFrame("TIT2", "二")]), sound])],
  ["an old tag behind", Buffer.concat([sound, id3v1])],
  [
    "a tag of APE behind, with a picture",
    Buffer.concat([sound, apeBlock(true), apeItem, apeBlock(false), id3v1]),
  ],
  ["a frame that tells the length", Buffer.concat([id3Tag([textFrame("TIT2", "三")]), infoFrame, sound])],
  ["zeros behind", Buffer.concat([sound, Buffer.alloc(5000)])],
  ["a beginning of another frame behind", Buffer.concat([sound, sound.subarray(0, 60)])],
])("the hash of a sound stays with %s", (_, file) => {
  expect(soundSha256(file)).toBe(expected);
  // However it comes.
  for (const size of [7, 1000, 65_536]) {
    const hash = new SoundHash();
    for (let at = 0; at < file.length; at += size) hash.update(file.subarray(at, at + size));
    expect(hash.digest()?.sha256).toBe(expected);
  }
});

test("another sound has another hash: cut, encoded again, quieter, or with its frames in another order", () => {
  const ends = [...mp3Frames(sound)].map(({ end }) => end);
  const [a = 0, b = 0, c = 0] = ends;
  const swapped = Buffer.concat([
    sound.subarray(0, a),
    sound.subarray(b, c),
    sound.subarray(a, b),
    sound.subarray(c),
  ]);
  const others = [
    sound.subarray(0, ends.at(-2)),
    sound.subarray(a),
    Buffer.concat([sound.subarray(0, b), sound.subarray(c)]),
    encode({ kbps: 128 }),
    encode({ gain: 0.5 }),
    swapped,
  ].map(soundSha256);
  expect(new Set([expected, ...others]).size).toBe(1 + others.length);
});

test("a file without a frame has none, whatever it looks like", () => {
  for (const file of [
    Buffer.alloc(0),
    Buffer.from("RIFF....WAVEfmt "),
    Buffer.alloc(10_000, 0xff),
    id3Tag([textFrame("TIT2", "題名だけ")]),
    Buffer.from("ID3"),
    Buffer.from("APETAGEX"),
  ])
    expect(soundSha256(file)).toBeNull();
});

test("what follows the frames of a notice has its own hash, however the file comes and whatever tags it has", () => {
  const long = encode({ seconds: 5 });
  const ends = [...mp3Frames(long)].map(({ end }) => end);
  const border = ends[noticeFrames - 1] ?? 0;
  const notice = long.subarray(0, border);
  const file = Buffer.concat([id3Tag([textFrame("TIT2", "四")]), infoFrame, notice, sound, id3v1]);
  for (const size of [7, 1000, 65_536, file.length]) {
    const hash = new SoundHash();
    for (let at = 0; at < file.length; at += size) hash.update(file.subarray(at, at + size));
    const split = { noticeSha256: soundSha256(notice), sha256: expected };
    expect(hash.digest()).toMatchObject({ sha256: soundSha256(Buffer.concat([notice, sound])), split });
  }
  for (const short of [notice, notice.subarray(0, border - 300)]) {
    const hash = new SoundHash();
    hash.update(short);
    expect(hash.digest()?.split).toBeNull();
  }
});
