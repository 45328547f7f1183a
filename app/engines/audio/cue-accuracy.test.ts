// @module-tag release: speaks with every voice and listens to it; where cues lie has tests of its own
import { expect, test } from "vitest";
import { rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { openVoices } from "#test/audio/hts.ts";
import { findSpeech } from "./find-speech.ts";

const sampleRate = 48_000;
const sentences = [
  "今日はとても良い天気なので、公園まで歩いて行きました。",
  "静かな森の奥に、小さな湖がありました。",
  "昼から雪です。",
  "不思議な話ですね？",
  "はい。",
  "そして、夏が終わりました。",
  "北の国から手紙が届く。",
  "パンを買いに出かけた。",
];
const { voices, load, sound } = await openVoices();

/**
 * The first and the last moment that an ear would hear, by windows of 10 ms, one each 2 ms: no more than 45 dB below the loud
 * parts, and so many dB out of the recording's own noise, which is heard before the first phoneme.
 */
function edgesOf(
  samples: Float32Array,
  o: { start: number; end: number; aboveNoise: number },
): { start: number; end: number } {
  const step = sampleRate / 500;
  const size = 5 * step;
  const levels = Array.from({ length: Math.floor((samples.length - size) / step) }, (_, i) => ({
    at: i * step + size / 2,
    level: 20 * Math.log10(rootMeanSquare(samples.subarray(i * step, i * step + size)) + 1e-9),
  }));
  const levelAt = (share: number, from: number, to: number) => {
    const inside = levels.filter(({ at }) => at >= from && at < to).map(({ level }) => level);
    return inside.toSorted((a, b) => a - b)[Math.floor(share * (inside.length - 1))] ?? 0;
  };
  const noise = levelAt(0.9, 0, 0.6 * o.start);
  const threshold = Math.max(levelAt(0.9, o.start, o.end) - 45, noise + o.aboveNoise);
  const margin = 0.05 * sampleRate;
  const heard = levels.filter(
    ({ at, level }) => level > threshold && at >= o.start - margin && at < o.end + margin,
  );
  return { start: heard[0]?.at ?? 0, end: heard.at(-1)?.at ?? 0 };
}

test.each(voices.map(({ id }) => id))(
  "%s: where a sentence is found, its sound begins and ends within 40 ms",
  async (id) => {
    const voice = await load(id);
    for (const text of sentences) {
      const { samples, start, end } = await sound(text, voice);
      const found = findSpeech(samples, sampleRate);
      // What fades into noise ends somewhere between the two.
      const clear = edgesOf(samples, { start, end, aboveNoise: 9 });
      const faint = edgesOf(samples, { start, end, aboveNoise: 3 });
      const ms = (from: number, to = 0) => (1000 * (to - from)) / sampleRate;
      expect(ms(clear.start, found?.start), `${text} begins late`).toBeLessThanOrEqual(40);
      expect(ms(faint.start, found?.start), `${text} begins early`).toBeGreaterThanOrEqual(-40);
      expect(ms(faint.end, found?.end), `${text} ends late`).toBeLessThanOrEqual(40);
      expect(ms(clear.end, found?.end), `${text} ends early`).toBeGreaterThanOrEqual(-40);
    }
  },
);
