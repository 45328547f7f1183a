// @module-tag release: speaks in every format; notices change with the voices alone
import { expect, test } from "vitest";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import { id3Length } from "#app/lib/id3-tag.ts";
import { mp3Duration, mp3Frames, readFrameHeader } from "#app/lib/mp3-frames.ts";
import { noticeFileBytes, noticeFrames, noticeMs } from "#app/lib/notice-length.ts";
import { decodeMp3, rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { toneEngine } from "#test/audio/tone-engine.ts";
import { produceAudio } from "./produce-audio.ts";
import { produceNotice } from "./produce-notice.ts";

const signal = new AbortController().signal;
const access = { enterCircuit: refuse, countRequest: refuse };
function refuse(): never {
  throw new Error("the local engine calls no service");
}

test("the frames of a notice precede those of a track: one length, the track's formats, and the sound behind them is the track's", async () => {
  const engine = await createHtsEngine();
  const { A: voiceId } = engine.defaultVoices;
  const notice = await produceNotice({ engine, voiceId, access, signal });
  expect(notice.files.map(({ kbps, sampleRate, isMono }) => [kbps, sampleRate, isMono])).toEqual([
    [64, 24_000, true],
    [128, 48_000, true],
    [64, 24_000, false],
    [128, 48_000, false],
  ]);
  expect(notice.startMs).toBeGreaterThan(50);
  expect(notice.endMs - notice.startMs).toBeGreaterThan(1500);
  expect(noticeMs - notice.endMs).toBeGreaterThanOrEqual(450);
  expect(noticeMs).toBe(4008);

  const turns = [{ speaker: "A" as const, text: "夜です。" }];
  for (const isStereo of [false, true]) {
    const track = await produceAudio({ turns, speakingRate: 1, engine, isStereo, signal });
    for (const { kbps, sampleRate, bytes } of track.renditions) {
      const sound = bytes.subarray(id3Length(bytes));
      const frame = readFrameHeader(sound, 0);
      const file = notice.files.find(
        (one) => one.kbps === kbps && one.sampleRate === frame?.sampleRate && one.isMono === frame.isMono,
      );
      if (!file) throw new Error(`no notice fits ${kbps} kbit/s at ${sampleRate} Hz`);
      expect([...mp3Frames(file.bytes)]).toHaveLength(noticeFrames);
      expect([mp3Duration(file.bytes), file.bytes.length]).toEqual([noticeMs, noticeFileBytes(kbps)]);
      for (let at = 0; at < file.bytes.length; at += frame?.bytes ?? 0)
        expect(readFrameHeader(file.bytes, at)).toEqual(frame);

      const alone = await decodeMp3(sound);
      const joined = await decodeMp3(Buffer.concat([file.bytes, sound]));
      const border = (noticeMs * sampleRate) / 1000;
      expect(joined.samples.length - alone.samples.length).toBe(border);
      for (const [index, channel] of joined.channels.entries()) {
        const own = alone.channels[index] ?? new Float32Array();
        const difference = channel.subarray(border).map((value, n) => value - (own[n] ?? 0));
        // Nothing of the notice is left in it, not even rounding.
        expect(rootMeanSquare(difference)).toBeLessThan(1e-6);
        // Silence around the join.
        expect(
          rootMeanSquare(channel.subarray(border - sampleRate / 4, border + sampleRate / 50)),
        ).toBeLessThan(1e-4);
        expect(rootMeanSquare(channel.subarray(0, border))).toBeGreaterThan(0.02);
      }
    }
  }
});

test("a slow voice speaks faster, one of half the rate is converted, one that never ends is refused", async () => {
  const voices = { hertz: { a: 300, b: 300 } };
  const slow = toneEngine({ ...voices, seconds: 5, sampleRate: 24_000 });
  const { files, endMs } = await produceNotice({ engine: slow, voiceId: "a", access, signal });
  expect(slow.calls[0]?.speakingRate).toBe(1);
  expect(slow.calls.at(-1)?.speakingRate).toBeGreaterThan(1.3);
  expect(endMs).toBeLessThanOrEqual(noticeMs - 450);
  const { samples } = await decodeMp3(files[0]?.bytes ?? new Uint8Array());
  expect(crossingsPerSecond(samples.subarray(24_000, 48_000))).toBeCloseTo(600, -1);
  const endless = toneEngine({ ...voices, seconds: 9, sampleRate: 24_000 });
  await expect(produceNotice({ engine: endless, voiceId: "a", access, signal })).rejects.toThrow(RangeError);
  expect(endless.calls.map(({ speakingRate }) => speakingRate)).toEqual([1, 2]);
});

const crossingsPerSecond = (samples: Float32Array) =>
  samples.reduce((count, value, n) => count + Number(value < 0 !== (samples[n - 1] ?? value) < 0), 0);
