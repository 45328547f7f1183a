// @module-tag release: speaks texts of many minutes; what chooses and measures them has tests of its own
import { expect, test } from "vitest";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { createLocalScriptEngine, fitText } from "#app/engines/script/local-script-engine.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import { readTexts } from "#app/engines/script/texts/read-texts.ts";
import { sampleTexts } from "#app/engines/script/texts/texts.ts";
import { promisedSeconds, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import { createHtsEngine } from "./hts-engine.ts";

const engine = await createHtsEngine();
const scripts = createLocalScriptEngine();
const { signal } = new AbortController();
const forms: readonly ScriptForm[] = ["dialogue", "explainer", "interview", "reading", "points"];

const pacesOf = (kind: TextKind) => {
  const { A, B } = engine.defaultVoices;
  const paceOf = (voice: string) => engine.paceOf?.(voice, moodOfKind(kind)) ?? unmeasuredPace;
  return { A: paceOf(A), B: paceOf(B) };
};

const judged = [...readTexts("development.txt"), ...readTexts("held-out.txt")];
/** The texts of a kind, one below the other: long enough for more minutes. */
const joined = (kinds: readonly TextKind[]) =>
  judged
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name, text }) => `■ ${name}\n\n${text}`)
    .join("\n\n");
const short = [...sampleTexts, ...judged].map(({ name, text }) => ({ name, text }));
const long = [
  { name: "all articles", text: joined(["article", "news"]) },
  { name: "all stories", text: joined(["story", "letter"]) },
  { name: "all rules and recipes", text: joined(["law", "recipe", "notice"]) },
];
/** A text of so many characters takes a minute. */
const charactersOfMinute = 340;

/** The script that is made of a text for a wished length, and how long that will be. */
async function make(text: string, o: { form: ScriptForm; seconds: number }) {
  const fitted = await fitText({
    source: { inputText: text, form: o.form },
    seconds: o.seconds,
    speakingRate: 1,
    focus: "",
    pacesOf,
    signal,
  });
  if (!fitted) return null;
  const { textKind, chosenText } = fitted;
  const { script } = await scripts.write({
    inputText: chosenText,
    form: o.form,
    isChosen: true,
    textKind,
    signal,
  });
  const turns = parseScript(script);
  const promised = promisedSeconds(measureScript(turns), { paces: pacesOf(textKind), speakingRate: 1 });
  return { fitted, turns, promised };
}

test.each(forms)("what is made as %s is within a tenth of the minutes that were wished", async (form) => {
  const missed: string[] = [];
  let made = 0;
  for (const { name, text } of [
    ...short,
    ...long.filter((_, at) => at === forms.indexOf(form) % long.length),
  ]) {
    for (const minutes of [1, 3, 5, 10]) {
      if (text.length < minutes * charactersOfMinute) continue;
      const result = await make(text, { form, seconds: minutes * 60 });
      if (!result || result.fitted.whole < minutes * 60 * 0.9) continue;
      made++;
      if (Math.abs(result.promised / (minutes * 60) - 1) > 0.1)
        missed.push(
          `${name}, ${minutes}: ${Math.round(result.promised)} of ${Math.round(result.fitted.whole)} s, fitted ${Math.round(result.fitted.promised)}`,
        );
    }
  }
  expect(missed).toEqual([]);
  expect(made).toBeGreaterThan(6);
});

test("the file of what was chosen is within a tenth of its promise, and the same text gives the same choice", async () => {
  const text = short.find(({ name }) => name === "an essay")?.text ?? "";
  const wished = { form: "dialogue", seconds: 12 } as const;
  const result = await make(text, wished);
  if (!result) throw new Error("nothing was made");
  expect((await make(text, wished))?.fitted.kept).toEqual(result.fitted.kept);
  const manner = { mood: moodOfKind(result.fitted.textKind) };
  const { durationMs } = await produceAudio({
    turns: result.turns,
    speakingRate: 1,
    engine,
    manner,
    signal,
  });
  expect(Math.abs(durationMs / 1000 / result.promised - 1)).toBeLessThan(0.1);
});
