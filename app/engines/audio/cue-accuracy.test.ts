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
const { load, sound } = await openVoices();

/**
 * The first and the last moment that an ear would hear, by windows of 2 ms: no more than 45 dB below the loud parts, and out of the
 * recording's own noise, which is heard before the first phoneme.
 */
function edgesOf(samples: Float32Array, o: { start: number; end: number }): { start: number; end: number } {
  const size = sampleRate / 500;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, i) => ({
    at: i * size,
    level: 20 * Math.log10(rootMeanSquare(samples.subarray(i * size, (i + 1) * size)) + 1e-9),
  }));
  const levelAt = (share: number, from: number, to: number) => {
    const inside = levels.filter(({ at }) => at >= from && at < to).map(({ level }) => level);
    return inside.toSorted((a, b) => a - b)[Math.floor(share * (inside.length - 1))] ?? 0;
  };
  const noise = levelAt(0.9, 0, 0.6 * o.start);
  const threshold = Math.max(levelAt(0.9, o.start, o.end) - 45, noise + 6);
  const margin = 0.05 * sampleRate;
  const heard = levels.filter(
    ({ at, level }) => level > threshold && at >= o.start - margin && at < o.end + margin,
  );
  return { start: heard[0]?.at ?? 0, end: (heard.at(-1)?.at ?? 0) + size };
}

test.each(["mei", "nitech"])(
  "%s: where a sentence is found, its sound begins and ends within 40 ms",
  async (id) => {
    const voice = await load(id);
    for (const text of sentences) {
      const { samples, start, end } = await sound(text, voice);
      const found = findSpeech(samples, sampleRate);
      const edges = edgesOf(samples, { start, end });
      const ms = (from: number, to: number) => (1000 * (to - from)) / sampleRate;
      expect(Math.abs(ms(edges.start, found?.start ?? 0)), text).toBeLessThanOrEqual(40);
      expect(Math.abs(ms(edges.end, found?.end ?? 0)), text).toBeLessThanOrEqual(40);
    }
  },
);
