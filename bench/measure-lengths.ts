// Speaks texts in all forms of the rules and prints promised beside real seconds: `npx node bench/measure-lengths.ts [PART OF A TEXT'S NAME]`, four minutes.
import process from "node:process";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { createLocalScriptEngine, fitsForm, fitText } from "#app/engines/script/local-script-engine.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import { sampleTexts } from "#app/engines/script/texts/texts.ts";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import { promisedSeconds, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";

const sides =
  "■ 賛成の理由\n\n駅前に図書館を建てると、学校の帰りに寄れます。雨の日も歩かずに済みます。町の人が集まる場所にもなります。\n\n■ 反対の理由\n\n駅前の土地は高く、建てる費用が二倍になります。自動車で来る人の駐車場もつくれません。";
interface Measured {
  name: string;
  text: string;
  minutes?: number;
}

const texts: Measured[] = [
  ...sampleTexts.filter(({ name }) =>
    [
      "an essay",
      "a text of 2,000 characters",
      "news with figures",
      "a recipe",
      "a law",
      "a story with named speakers",
      "a letter",
      "frequent questions",
      "an explanation with headings",
      "a business text",
      "a talk on sleep",
    ].includes(name),
  ),
  ...sampleTexts
    .filter(({ name }) => name === "a text of 2,000 characters")
    .map(({ text }) => ({ name: "the same in three minutes", text, minutes: 3 })),
  { name: "both sides of a question", text: sides },
];
const forms: readonly ScriptForm[] = [
  "dialogue",
  "explainer",
  "interview",
  "reading",
  "points",
  "questions",
  "debate",
];

const engine = await createHtsEngine();
const scripts = createLocalScriptEngine();
const { signal } = new AbortController();
const pacesOf = (kind: TextKind) => {
  const { A, B } = engine.defaultVoices;
  const paceOf = (voice: string) => engine.paceOf?.(voice, moodOfKind(kind)) ?? unmeasuredPace;
  return { A: paceOf(A), B: paceOf(B) };
};

/** A longer text is shortened to so many minutes. */
async function speak({ text: inputText, minutes = 1 }: Measured, form: ScriptForm) {
  const takesMinutes = form !== "questions" && form !== "debate";
  const fitted = takesMinutes
    ? await fitText({
        source: { inputText, form },
        ...{ seconds: minutes * 60, speakingRate: 1, focus: "", pacesOf, signal },
      })
    : null;
  const chosen = fitted && fitted.whole > minutes * 60 ? fitted : null;
  const written = await scripts.write({
    inputText: chosen?.chosenText ?? inputText,
    ...{ form, isChosen: chosen !== null, signal },
    ...(chosen ? { textKind: chosen.textKind } : {}),
  });
  const turns = parseScript(written.script);
  const promised = promisedSeconds(measureScript(turns), {
    paces: pacesOf(written.textKind),
    speakingRate: 1,
  });
  const manner = { mood: moodOfKind(written.textKind) };
  const { durationMs } = await produceAudio({ turns, speakingRate: 1, engine, manner, signal });
  return { isShortened: chosen !== null, promised, real: durationMs / 1000 };
}

let [most, spoken] = [0, 0];
console.log(`| text | ${forms.join(" | ")} |\n| --- |${" --- |".repeat(forms.length)}`);
for (const measured of texts.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
  const { name, text } = measured;
  const cells: string[] = [];
  for (const form of forms) {
    if (!(await fitsForm({ inputText: text }, form))) {
      cells.push("–");
      continue;
    }
    const { isShortened, promised, real } = await speak(measured, form);
    const off = Math.round((real / promised - 1) * 100);
    most = Math.max(most, Math.abs(real / promised - 1));
    spoken++;
    cells.push(
      `${isShortened ? `${measured.minutes ?? 1}分: ` : ""}${promised.toFixed(0)}, ${real.toFixed(1)} (${off > 0 ? "+" : ""}${off} %)`,
    );
  }
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
console.log(`\n${spoken} scripts, at most ${(most * 100).toFixed(1)} % off.`);
process.exit(0);
