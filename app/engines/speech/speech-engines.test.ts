import { describe, expect, test } from "vitest";
import { findSpeech } from "#app/engines/audio/find-speech.ts";
import type { Turn } from "#app/engines/script/script.ts";
import { medianPitch, rootMeanSquare } from "#test/audio/decode-mp3.ts";
import { createHtsEngine } from "./hts/hts-engine.ts";

const sentence = "今日はとても良い天気なので、公園まで歩いて行きました。";
const engines = [{ name: "the local engine", engine: await createHtsEngine() }];

/** How often the samples change their sign: more for a bright voice. */
function zeroCrossings(samples: Float32Array): number {
  return samples.filter((sample, at) => sample >= 0 !== (samples[at - 1] ?? 0) >= 0).length;
}

describe.each(engines)("$name", ({ engine }) => {
  const speak = (turns: readonly Turn[], speakingRate = 1, signal = new AbortController().signal) =>
    engine.speak(turns, { speakingRate, signal });

  test("speaks every turn, in two voices whose pitch differs; the rate changes the length and keeps the pitch", async () => {
    const progress: string[] = [];
    const [a, b] = await engine.speak(
      [
        { speaker: "A", text: sentence },
        { speaker: "B", text: sentence },
      ],
      {
        speakingRate: 1,
        signal: new AbortController().signal,
        onTurn: (spoken, total) => progress.push(`${spoken}/${total}`),
      },
    );
    if (!a || !b) throw new Error("a turn is missing");
    for (const samples of [a, b]) {
      expect(rootMeanSquare(samples)).toBeGreaterThan(0.02);
      expect(samples.length / engine.sampleRate).toBeGreaterThan(2);
    }
    const pitch = medianPitch(a, engine.sampleRate);
    // Of a woman and a man; the recording of A is a child's unless it is lowered.
    expect(pitch).toBeGreaterThan(170);
    expect(pitch).toBeLessThan(295);
    const pitchB = medianPitch(b, engine.sampleRate);
    expect(pitchB).toBeGreaterThan(80);
    expect(pitchB).toBeLessThan(150);
    for (const samples of [a, b]) expect(samples.filter((x) => Math.abs(x) > 0.99)).toHaveLength(0);
    expect(progress).toEqual(["1/2", "2/2"]);

    const voiceOf = (samples: Float32Array) => {
      const { start, end } = findSpeech(samples, engine.sampleRate) ?? { start: 0, end: 0 };
      return end - start;
    };
    for (const rate of [2, 0.5]) {
      const changed = await speak(
        [
          { speaker: "A", text: sentence },
          { speaker: "B", text: sentence },
        ],
        rate,
      );
      for (const [at, before] of [a, b].entries()) {
        const ratio = voiceOf(before) / voiceOf(changed[at] ?? before);
        expect(Math.abs(ratio / rate - 1)).toBeLessThan(0.1);
      }
      const changedPitch = medianPitch(changed[0] ?? a, engine.sampleRate);
      expect(Math.abs(changedPitch / pitch - 1)).toBeLessThan(0.12);
    }
  });

  test("each of its voices is a person of its own: none is like another in pitch and throat", async () => {
    const measured: { id: string; pitch: number; brightness: number }[] = [];
    for (let at = 0; at < engine.voices.length; at += 2) {
      const pair = engine.voices.slice(at, at + 2);
      const turns = pair.map((_, place): Turn => ({ speaker: place === 0 ? "A" : "B", text: sentence }));
      const spoken = await engine.speak(turns, {
        speakingRate: 2,
        voices: { A: pair[0]?.id ?? "", B: pair[1]?.id ?? "" },
        signal: new AbortController().signal,
      });
      for (const [place, samples] of spoken.entries()) {
        const brightness = zeroCrossings(samples) / (samples.length / engine.sampleRate);
        const pitch = medianPitch(samples, engine.sampleRate);
        measured.push({ id: pair[place]?.id ?? "", pitch, brightness });
      }
    }
    expect(new Set(measured.map(({ id }) => id)).size).toBe(engine.voices.length);
    for (const one of measured) {
      const alike = measured.filter(
        (other) =>
          Math.abs(other.pitch / one.pitch - 1) < 0.1 &&
          Math.abs(other.brightness / one.brightness - 1) < 0.05,
      );
      expect(alike).toEqual([one]);
    }
    expect(Object.values(engine.defaultVoices)).toEqual(engine.voices.slice(0, 2).map(({ id }) => id));
  });

  test("speaks hostile text or gives a short silence", async () => {
    const silent = [
      "😀😀😀",
      "\u0000\u0001",
      "مرحبا بالعالم",
      "。。。！？",
      "",
      " \u200b",
      "ー",
      "々ゝ",
      "\ud800",
    ];
    const spoken = [
      "あ\u0000い\u001b[0m",
      "ｶﾞｷﾞｸﾞ ﾊﾝｶｸ",
      "https://example.com/?q=%00$(touch x)",
      "$(touch x)",
      "`touch x`; rm -rf .",
      "-h",
      "--help",
      "[[hello]] <speak>あ</speak> %s%n",
      "1",
      "ん",
      "ァィゥ",
      "a".repeat(200),
      "1".repeat(60),
      "ア".repeat(400),
    ];
    const samples = await speak(
      [...silent, ...spoken].map((text, i) => ({ speaker: i % 2 === 0 ? "A" : "B", text })),
      2,
    );
    expect(samples).toHaveLength(silent.length + spoken.length);
    for (const [i, text] of silent.entries()) {
      expect(samples[i]?.length, JSON.stringify(text)).toBe(Math.round(0.3 * engine.sampleRate));
      expect(rootMeanSquare(samples[i] ?? new Float32Array([1])), JSON.stringify(text)).toBe(0);
    }
    for (const [i, text] of spoken.entries()) {
      const level = rootMeanSquare(samples[silent.length + i] ?? new Float32Array());
      expect(level, JSON.stringify(text.slice(0, 30))).toBeGreaterThan(0.005);
    }
    // 300 morae are spoken at once, in 13 s at this rate.
    expect((samples.at(-1)?.length ?? 0) / engine.sampleRate).toBeGreaterThan(15);
  }, 120_000);

  test("a sentence is spoken alike alone and among others of both voices", async () => {
    const words = ["はい。", sentence, "そうですか。", "雨が降ったので、家にいました。"];
    const turns = words.flatMap((text): Turn[] => [
      { speaker: "A", text },
      { speaker: "B", text },
    ]);
    const among = await speak(turns);
    expect(among).toHaveLength(turns.length);
    const voiceOf = (samples: Float32Array) => {
      const { start, end } = findSpeech(samples, engine.sampleRate) ?? { start: 0, end: 0 };
      return samples.slice(start, end);
    };
    for (const at of [4, 7]) {
      const [alone = new Float32Array()] = await speak(turns.slice(at, at + 1));
      const [one, other] = [voiceOf(alone), voiceOf(among[at] ?? new Float32Array())];
      expect(Math.abs(other.length - one.length) / engine.sampleRate).toBeLessThan(0.03);
      expect(rootMeanSquare(other) / rootMeanSquare(one)).toBeCloseTo(1, 1);
    }
  });

  test("an abort ends it with the signal's reason", async () => {
    const abort = new AbortController();
    const reason = new Error("cancelled by the member");
    const turns: Turn[] = Array.from({ length: 30 }, () => ({ speaker: "A", text: sentence }));
    const spoken = engine.speak(turns, {
      speakingRate: 1,
      signal: abort.signal,
      onTurn: () => abort.abort(reason),
    });
    await expect(spoken).rejects.toBe(reason);
    await expect(speak(turns, 1, abort.signal)).rejects.toBe(reason);
  });

  test("a sentence without marks is spoken as fast by both speakers", async () => {
    const text = "私が昨日の夕方に駅前の本屋で買った本はとても面白かったと思います。";
    const spoken = await speak([
      { speaker: "A", text },
      { speaker: "B", text },
    ]);
    const [a = 0, b = 0] = spoken.map(({ length }) => length);
    expect(b / a).toBeLessThan(1.3);
  });

  test("no turns give no samples", async () => {
    expect(await speak([])).toEqual([]);
  });
});
