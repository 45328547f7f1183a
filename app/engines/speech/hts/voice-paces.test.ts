// @module-tag release: speaks with every voice at every rate; paces change with the voices alone
import { expect, test } from "vitest";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { pauseBetween, splitTurns } from "#app/engines/audio/split-turns.ts";
import { createLocalScriptEngine } from "#app/engines/script/local-script-engine.ts";
import { parseScript, type Turn } from "#app/engines/script/script.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import { moodOfKind } from "#app/engines/script/text-kind.ts";
import { sampleTexts } from "#app/engines/script/texts/texts.ts";
import type { VoicePair } from "#app/engines/speech/speech-engine.ts";
import { promisedSeconds, unmeasuredPace, type VoicePace } from "#app/engines/speech/voice-pace.ts";
import { openVoices } from "#test/audio/hts.ts";
import { createHtsEngine } from "./hts-engine.ts";
import { voicePaces } from "./voice-paces.ts";

const engine = await createHtsEngine();
const scripts = createLocalScriptEngine();
const { voices, load, seconds } = await openVoices();
const { signal } = new AbortController();
const forms: readonly ScriptForm[] = ["dialogue", "explainer", "interview", "reading"];
/** Some of every kind: each sentence of each form is timed. */
const measured = sampleTexts.filter((_, index) => index % 4 === 0);
/** Of a shorter one a single number read otherwise is a tenth. */
const minSeconds = 15;

type Kind = Parameters<typeof moodOfKind>[0];

/** The forms of a text share most sentences: each is timed once, so that the first form has nearly all of the work. */
const timed = new Map<string, number>();

async function secondsOfSentences(texts: readonly string[], o: { voice: string; kind: Kind }) {
  const mood = moodOfKind(o.kind);
  const keyOf = (text: string) => `${o.voice} ${mood} ${text}`;
  const missing = texts.filter((text) => !timed.has(keyOf(text)));
  const found = missing.length === 0 ? [] : await seconds(missing, await load(o.voice, mood));
  for (const [index, text] of missing.entries()) timed.set(keyOf(text), found[index] ?? 0);
  return texts.reduce((sum, text) => sum + (timed.get(keyOf(text)) ?? 0), 0);
}

/** Seconds of a script as the engine would speak it in these voices, with the pauses between its sentences. */
async function realSeconds(turns: readonly Turn[], o: { voices: VoicePair; kind: Kind }): Promise<number> {
  const utterances = splitTurns(turns);
  let sum = 0.45;
  for (const speaker of ["A", "B"] as const) {
    const texts = utterances.filter((one) => one.speaker === speaker).map(({ text }) => text);
    sum += await secondsOfSentences(texts, { voice: o.voices[speaker], kind: o.kind });
  }
  for (const [index, utterance] of utterances.entries()) {
    const next = utterances[index + 1];
    if (next) sum += pauseBetween(utterance, next);
  }
  return sum;
}

const paceOf = (voice: string, kind: Kind): VoicePace =>
  engine.paceOf?.(voice, moodOfKind(kind)) ?? unmeasuredPace;

test.each(forms)(
  "what is made of a text as %s is within a tenth of what was promised",
  async (form) => {
    const pair = { A: "mei", B: "nitech" };
    const missed: string[] = [];
    const ratios: number[] = [];
    for (const { name, text } of measured) {
      const { script, textKind } = await scripts.write({ inputText: text, form, signal });
      const turns = parseScript(script);
      const real = await realSeconds(turns, { voices: pair, kind: textKind });
      const promised = promisedSeconds(measureScript(turns), {
        paces: { A: paceOf(pair.A, textKind), B: paceOf(pair.B, textKind) },
        speakingRate: 1,
      });
      ratios.push(real / promised);
      if (real >= minSeconds && Math.abs(real / promised - 1) > 0.1)
        missed.push(`${name}: ${real} s, promised ${promised}`);
    }
    expect(missed).toEqual([]);
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    expect(Math.abs(mean - 1)).toBeLessThan(0.03);
  },
  240_000,
);

test("the file of a script is within a tenth of what was promised", async () => {
  const text = sampleTexts.find(({ name }) => name === "sports news")?.text ?? "";
  const { script, textKind } = await scripts.write({ inputText: text, signal });
  const turns = parseScript(script);
  const { durationMs } = await produceAudio({
    turns,
    speakingRate: 2,
    engine,
    manner: { mood: moodOfKind(textKind) },
    signal,
  });
  const { A, B } = engine.defaultVoices;
  const paces = { A: paceOf(A, textKind), B: paceOf(B, textKind) };
  const promised = promisedSeconds(measureScript(turns), { paces, speakingRate: 2 });
  expect(Math.abs(durationMs / 1000 / promised - 1)).toBeLessThan(0.1);
});

test("every shipped voice has the pace that it speaks with, and half the time at twice the rate", async () => {
  const texts = [0, 3, 8, 25].flatMap((index) => sampleTexts[index]?.text ?? []);
  expect([...voicePaces.keys()].toSorted()).toEqual(voices.map(({ id }) => id).toSorted());
  const turns = texts.map((text): Turn => ({ speaker: "A", text }));
  const utterances = splitTurns(turns);
  const measure = { ...measureScript(turns), pauseSeconds: 0 };
  for (const { id } of voices) {
    const pace = paceOf(id, null);
    for (const speakingRate of [1, 2]) {
      const spoken = await seconds(
        utterances.map(({ text }) => text),
        await load(id),
        { speakingRate },
      );
      const real = spoken.reduce((sum, ofText) => sum + ofText, 0);
      const promised = promisedSeconds(measure, { paces: { A: pace, B: pace }, speakingRate });
      expect(Math.abs(real / promised - 1), `${id} at ${speakingRate}`).toBeLessThan(0.05);
    }
  }
});
