import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Speaker } from "#app/engines/script/script.ts";
import {
  removeOldSpeech,
  removeSpeech,
  speechFolder,
  speechKey,
  speechStore,
} from "#app/features/creation/server/speech-cache.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { decodeRecording, encodeRecording } from "./recording-file.ts";
import type { SpeechEngine } from "./speech-engine.ts";
import { withSpeechCache } from "./with-speech-cache.ts";

const signal = new AbortController().signal;

/** What it speaks of a text: as many samples as its code says, in 16 bits. */
const samplesOf = (text: string) =>
  Float32Array.from([...text], (c) => ((c.codePointAt(0) ?? 0) % 999) / 32768);

/** An engine that notes what it is asked for, and fails at `breaksAt`. */
function notingEngine(asked: string[], breaksAt?: string): SpeechEngine {
  return {
    name: "noting",
    sampleRate: 24_000,
    voices: [
      { id: "mei", name: "メイ" },
      { id: "ken", name: "ケン" },
    ],
    defaultVoices: { A: "mei", B: "ken" },
    async speak(turns, { onSpoken }) {
      return turns.map(({ text }, index) => {
        if (text === breaksAt) throw new Error("broken");
        asked.push(text);
        const samples = samplesOf(text);
        onSpoken?.(index, samples);
        return samples;
      });
    },
  };
}

const line = (text: string, speaker: Speaker = "A") => ({ speaker, text });

test("what was spoken before the engine broke is not asked for again, and progress tells of it", async () => {
  const owner = randomUUID();
  const asked: string[] = [];
  const turns = ["一。", "二。", "一。", "三。"].map((text) => line(text));
  const options = { speakingRate: 1, signal };
  const broken = withSpeechCache(notingEngine(asked, "三。"), speechStore(owner));
  await expect(broken.speak(turns, options)).rejects.toThrow("broken");
  const progress: string[] = [];
  const spoken = await withSpeechCache(notingEngine(asked), speechStore(owner)).speak(turns, {
    ...options,
    onTurn: (done, total) => progress.push(`${done}/${total}`),
  });
  expect(asked).toEqual(["一。", "二。", "三。"]);
  expect(spoken).toEqual(turns.map(({ text }) => samplesOf(text)));
  expect(progress).toEqual(["3/4", "4/4"]);
  // Each may be transferred.
  expect(new Set(spoken.map(({ buffer }) => buffer)).size).toBe(4);
});

test("another voice, rate, text or owner is spoken anew; a damaged recording too", async () => {
  const owner = randomUUID();
  const asked: string[] = [];
  const engine = withSpeechCache(notingEngine(asked), speechStore(owner));
  const say = (turn: ReturnType<typeof line>, speakingRate = 1, by: SpeechEngine = engine) =>
    by.speak([turn], { speakingRate, signal });
  await say(line("朝。"));
  await say(line("朝。", "B"));
  await say(line("朝。"), 1.2);
  await say(line("朝。"), 1, withSpeechCache(notingEngine(asked), speechStore(randomUUID())));
  await say(line("朝。"), 1, withSpeechCache({ ...notingEngine(asked), name: "other" }, speechStore(owner)));
  expect(asked).toHaveLength(5);
  await say(line("朝。"));
  // The voice counts, not who has it.
  await engine.speak([line("朝。")], { speakingRate: 1, voices: { A: "ken", B: "mei" }, signal });
  expect(asked).toHaveLength(5);
  const [first = ""] = engine.used;
  await audioStorage().put(speechKey(owner, first), new Uint8Array([1, 2, 3]));
  expect(await say(line("朝。"))).toEqual([samplesOf("朝。")]);
  expect(asked).toHaveLength(6);
});

test("what Open JTalk has spoken is found by the local engine, which speaks in the same voices", async () => {
  const owner = randomUUID();
  const stored = (text: string) => {
    const key = JSON.stringify([4, "open-jtalk", 24_000, "mei", 1, text]);
    return createHash("sha256").update(key).digest("hex").slice(0, 40);
  };
  await speechStore(owner).write(stored("朝。"), await encodeRecording(samplesOf("昔の朝。")));
  const asked: string[] = [];
  const local = withSpeechCache({ ...notingEngine(asked), name: "local" }, speechStore(owner));
  const spoken = await local.speak([line("朝。"), line("昼。"), line("朝。", "B")], {
    speakingRate: 1,
    signal,
  });
  expect(spoken).toEqual(["昔の朝。", "昼。", "朝。"].map(samplesOf));
  expect(asked).toEqual(["昼。", "朝。"]);
  // It goes with the preview that speaks it.
  expect(local.used).toContain(stored("朝。"));
  const other = withSpeechCache(notingEngine(asked), speechStore(owner));
  await other.speak([line("朝。")], { speakingRate: 1, signal });
  expect(asked).toHaveLength(3);
});

test("an engine with prosody speaks a sentence anew at another place and in another mood, one without does not", async () => {
  const places = [
    { sentence: 0, isLast: true },
    { sentence: 0, isLast: false },
    { sentence: 1, isLast: false },
  ] as const;
  const said = async (takesProsody: boolean) => {
    const asked: string[] = [];
    const engine = withSpeechCache({ ...notingEngine(asked), takesProsody }, speechStore(randomUUID()));
    const turns = places.map((place) => ({ ...line("春。"), place }));
    const manners = [{}, { mood: "joy" as const }, { stressesFigures: true }, { mood: "neutral" as const }];
    for (const manner of manners) await engine.speak(turns, { speakingRate: 1, manner, signal });
    return asked.length;
  };
  expect(await said(true)).toBe(9);
  expect(await said(false)).toBe(1);
});

test("recordings go with their preview, and after a week", async () => {
  const owner = randomUUID();
  const engine = withSpeechCache(notingEngine([]), speechStore(owner));
  await engine.speak([line("夕。"), line("夜。")], { speakingRate: 1, signal });
  const kept = async () => {
    const keys: string[] = [];
    for await (const key of audioStorage().list(speechFolder(owner))) keys.push(key);
    return keys;
  };
  const [first = ""] = engine.used;
  await removeSpeech(owner, [first]);
  expect(await kept()).toHaveLength(1);
  const day = 24 * 60 * 60 * 1000;
  await removeOldSpeech(new Date(Date.now() + 6 * day));
  expect(await kept()).toHaveLength(1);
  await removeOldSpeech(new Date(Date.now() + 8 * day));
  expect(await kept()).toEqual([]);
});

test("a recording comes back sample by sample, at full scale too", async () => {
  const samples = Float32Array.from({ length: 5000 }, (_, at) => {
    const extreme = at % 7 === 0 ? -32768 : at % 5 === 0 ? 32767 : Math.round(9000 * Math.sin(at / 9));
    return extreme / 32768;
  });
  expect(await decodeRecording(await encodeRecording(samples))).toEqual(samples);
  expect(await decodeRecording(await encodeRecording(new Float32Array(0)))).toEqual(new Float32Array(0));
});
