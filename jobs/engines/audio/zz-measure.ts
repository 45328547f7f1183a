import { monitorEventLoopDelay } from "node:perf_hooks";
import { decodeMp3, medianPitch, rootMeanSquare } from "../../../test/decode-mp3.ts";
import { chooseSpeechEngine } from "../speech/choose-speech-engine.ts";
import { measureLoudness } from "./loudness.ts";
import { produceAudio } from "./produce-audio.ts";

const S = [
  "東京の人口は約1400万人で、世界でも有数の大都市です。",
  "それは本当に多いですね。電車もいつも混んでいます。",
  "江戸時代から続くお祭りや、新しい建物が並ぶ街並みが魅力です。春には桜が咲いて、川沿いを歩く人でにぎわいます。",
  "なるほど、次の休みに行ってみたいと思います。おすすめはどこですか？",
  "浅草や上野がいいでしょう。美術館や動物園もあります。",
];
const turns = [];
let n = 0;
for (let i = 0; n < 2000; i++) {
  const text = S[i % S.length]!;
  turns.push({ speaker: i % 2 ? ("B" as const) : ("A" as const), text });
  n += text.length;
}
for (const name of process.argv.slice(2) as ("open-jtalk" | "espeak-ng")[]) {
  const engine = await chooseSpeechEngine({ engine: name, workDir: "/tmp/mw" });
  const signal = new AbortController().signal;
  for (const speakingRate of [1])
    for (let round = 0; round < 2; round++) {
      let t = performance.now();
      const sp = await engine.speak(turns, { speakingRate, signal });
      const bare = performance.now() - t;
      const secs = sp.reduce((a, b) => a + b.length, 0) / engine.sampleRate;
      const h = monitorEventLoopDelay({ resolution: 5 });
      h.enable();
      t = performance.now();
      let encAt = 0;
      const a = await produceAudio({
        turns,
        speakingRate,
        engine,
        signal,
        onProgress: (p) => {
          if (p.stage === "encoding" && !encAt) encAt = performance.now() - t;
        },
      });
      const whole = performance.now() - t;
      h.disable();
      console.log(
        name,
        "rate",
        speakingRate,
        turns.length,
        "turns",
        n,
        "chars",
        secs.toFixed(0) + "s bare",
        bare.toFixed(0),
        "whole",
        whole.toFixed(0),
        "ratio",
        (whole / bare).toFixed(2),
        "firstenc",
        encAt.toFixed(0),
        "loopmax",
        (h.max / 1e6).toFixed(1),
        "dur",
        a.durationMs,
        a.renditions.map((r) => r.bytes.length),
        "rss",
        Math.round(process.memoryUsage().rss / 1e6),
      );
      if (round === 1) {
        const d = await decodeMp3(a.renditions[1]!.bytes);
        console.log(
          "decoded",
          (d.samples.length / d.sampleRate) * 1000,
          "peak",
          d.samples.reduce((m, x) => Math.max(m, Math.abs(x)), 0),
        );
        for (const v of ["A", "B"]) {
          const parts = a.cues
            .filter((c) => c.speaker === v)
            .map((c) => d.samples.slice((c.startMs / 1000) * d.sampleRate, (c.endMs / 1000) * d.sampleRate));
          console.log(
            v,
            "LUFS",
            measureLoudness(parts, d.sampleRate)?.toFixed(2),
            "rms dB",
            (
              20 *
              Math.log10(
                Math.sqrt(
                  parts.reduce((s, p) => s + rootMeanSquare(p) ** 2 * p.length, 0) /
                    parts.reduce((s, p) => s + p.length, 0),
                ),
              )
            ).toFixed(2),
            "pitch",
            parts
              .slice(0, 3)
              .map((p) => medianPitch(p, d.sampleRate).toFixed(0))
              .join(),
          );
        }
        (await import("node:fs")).writeFileSync(`/tmp/${name}.mp3`, a.renditions[1]!.bytes);
      }
    }
}
