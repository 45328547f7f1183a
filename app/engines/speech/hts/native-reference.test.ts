// @module-tag release: speaks beside the native engine; the sound changes with the engine alone
import { execFileSync } from "node:child_process";
import { accessSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generateParameters } from "./parameters.ts";
import { vocode } from "./vocoder.ts";
import { readVoiceFile } from "./voice-file.ts";

// Open JTalk with hts_engine, where it is installed: nothing of the program needs it.
const dictionary = "/var/lib/mecab/dic/open-jtalk/naist-jdic";
const isInstalled = (() => {
  try {
    accessSync(join(dictionary, "sys.dic"));
    execFileSync("which", ["open_jtalk"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const sentences = [
  "おはようございます。",
  "今日はとても良い天気なので、公園まで歩いて行きました。",
  "明日は雨が降りますか？",
  "2026年11月24日、東京で会議が開かれた。",
  "ちょっと、シューッと滑ってヴァイオリンを弾いた。",
  "私が昨日の夕方に駅前の本屋で買った本は、とても面白かったと思います。",
];

/** The labels that Open JTalk makes of a sentence, and hts_engine's samples of 16 bits for them. */
function speakNatively(sentence: string, voice: string): { labels: string[]; samples: Int16Array } {
  const folder = mkdtempSync(join(tmpdir(), "mugen-native-"));
  try {
    const [trace, wav] = [join(folder, "trace"), join(folder, "speech.wav")];
    execFileSync("open_jtalk", ["-x", dictionary, "-m", voice, "-ot", trace, "-ow", wav], {
      input: `${sentence}\n`,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const [, after = ""] = readFileSync(trace, "utf8").split("[Output label]\n");
    const [lines = ""] = after.split("\n\n");
    const labels = lines
      .trim()
      .split("\n")
      .map((line) => line.split(" ").at(-1) ?? "");
    const file = readFileSync(wav);
    return {
      labels,
      samples: new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What hts_engine makes of a sample: cut off, not rounded. */
const sixteenBits = (sample: number) => Math.trunc(Math.max(-32_768, Math.min(32_767, sample * 32_768)));

/** A voice has numbers of its own and no rules: of the second and third a few sentences show that they are read. */
const voices = [
  { name: "mei_normal", spoken: sentences },
  { name: "mei_happy", spoken: sentences.slice(0, 3) },
  { name: "nitech_jp_atr503_m001", spoken: sentences.slice(0, 3) },
];

test.skipIf(!isInstalled).each(voices)(
  "$name speaks the same labels as the native engine does: equal length, and samples within one step of 16 bits",
  async ({ name, spoken }) => {
    const file = fileURLToPath(new URL(`../voices/${name}.htsvoice`, import.meta.url));
    const voice = await readVoiceFile(file);
    const { sampleRate, framePeriod, alpha } = voice;
    let others = 0;
    let total = 0;
    for (const [index, sentence] of spoken.entries()) {
      const { labels, samples } = speakNatively(sentence, file);
      expect(labels.length).toBeGreaterThan(10);
      const parameters = generateParameters(labels, { mix: [{ voice, weight: 1 }] });
      const own = vocode(parameters, { sampleRate, framePeriod, alpha, gain: 1 });
      expect(own).toHaveLength(samples.length);
      // NaN would differ by nothing.
      expect(own.every(Number.isFinite)).toBe(true);
      const distance = samples.map((sample, at) => Math.abs(sixteenBits(own[at] ?? 0) - sample));
      expect(distance.findIndex((steps) => steps > 1)).toBe(-1);
      others += distance.filter((steps) => steps > 0).length;
      total += samples.length;
      // The comparison sees a voice whose spectrum is a thousandth off.
      if (index > 0) continue;
      const warped = vocode(parameters, { sampleRate, framePeriod, alpha: alpha * 1.001, gain: 1 });
      expect(samples.some((sample, at) => Math.abs(sixteenBits(warped[at] ?? 0) - sample) > 10)).toBe(true);
    }
    expect(others / total).toBeLessThan(0.001);
  },
);
