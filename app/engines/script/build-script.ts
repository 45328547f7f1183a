import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { buildDialogue } from "./build-dialogue.ts";
import { buildLedForm } from "./build-led-form.ts";
import { buildPoints } from "./build-points.ts";
import { containsPhrase, createPhrasePicker, type PhrasePicker } from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import { buildQuestions, findQuestions } from "./read-questions.ts";
import { buildDebate, findSides } from "./read-sides.ts";
import type { Speaker, Turn } from "./script.ts";
import { joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";
import type { TextKind } from "./text-kind.ts";
import { type Tone, tones } from "./tones.ts";

/** One heading is a title, a page of them a list; these numbers make chapters. */
const [minSections, maxSections] = [2, 20];
/** Shorter texts get no greetings. */
const minLengthForOpening = 40;
const minLengthForThanks = 150;
const maxReadTurn = 180;

/** Not in the member's newest scripts, if possible. */
function pickUnheard(o: {
  pool: readonly string[];
  recent: readonly string[];
  picker: PhrasePicker;
}): string {
  const unheard = o.pool.filter((phrase) => !o.recent.some((script) => containsPhrase(script, phrase)));
  return o.picker.pick(unheard.length > 0 ? unheard : o.pool);
}

function chooseOpening(o: {
  title: string | null;
  tone: Tone;
  recent: readonly string[];
  picker: PhrasePicker;
}): string {
  const { title, tone, recent, picker } = o;
  if (title === null) return pickUnheard({ pool: tone.openingsWithoutTitle, recent, picker });
  // Inner brackets become 『』.
  const quoted = title.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));
  return pickUnheard({ pool: tone.openings, recent, picker }).replace("{title}", () => quoted);
}

/**
 * Makes a script of lines (`readBlocks`): all are spoken unchanged and in order; an interviewer may ask a heading. 要点 and 一問一答
 * leave some out, 討論 may change the order. Deterministic.
 *
 * Dialogue: `buildDialogue`; explainer and interview: `buildLedForm`; a reading has one voice. A text without questions is told
 * as an interview, one without two sides, or in words that no rule can make plain, as a dialogue. No host has two turns in a row.
 * A alone speaks texts under 40 characters, single sentences and harmful ones. Greetings and reactions follow the kind (`tones`);
 * mourning has none.
 *
 * @param o.isChosen 要点 leaves nothing out
 * @param o.title spoken in the opening; null if it repeats the first sentence
 * @param o.words of each line, for questions
 * @param o.recentScripts whose openings and closings are avoided
 */
export function buildScript(o: {
  form: ScriptForm;
  kind: TextKind;
  hasGreetings: boolean;
  isChosen?: boolean | undefined;
  lines: readonly Line[];
  title: string | null;
  words: readonly (readonly Word[])[];
  recentScripts: readonly string[];
}): Turn[] {
  const { kind, title, recentScripts: recent } = o;
  const whole = o.lines.map((line) => line.text).join("\n");
  const picker = createPhrasePicker(`${title ?? ""}\n${whole}`);
  const tone = tones[kind];
  const length = o.lines.reduce((sum, { text }) => sum + text.length, 0);
  const isAlone = length < minLengthForOpening || soundsHarmful(whole);
  const hasOpening = o.hasGreetings && !isAlone && tone.openings.length > 0;
  const opening = hasOpening ? chooseOpening({ title, tone, recent, picker }) : null;
  const headings = o.lines.filter((line) => line.kind === "heading").length;
  const hasSections = headings >= minSections && headings <= maxSections;

  // The opening announced it.
  const first = o.lines[0];
  const isAnnounced =
    first?.kind === "heading" &&
    o.lines.length > 1 &&
    title !== null &&
    opening?.includes(first.text) === true;
  const [lines, words] = isAnnounced ? [o.lines.slice(1), o.words.slice(1)] : [o.lines, o.words];
  const context: ScriptContext = {
    lines,
    words,
    kind,
    tone,
    picker,
    hasSections,
    title: opening === null ? null : title,
  };

  const form = resolveForm(o.form, lines);
  const reading = () => readAlone(context);
  if (isAlone) return finish(reading());
  if (form.name === "reading") {
    const turns = reading();
    if (opening === null) return finish(turns);
    const last = length >= minLengthForThanks ? [pickUnheard({ pool: tone.closings, recent, picker })] : [];
    last.push(pickUnheard({ pool: tone.thanks, recent, picker }));
    const alone = (text: string): Turn => ({ speaker: "A", text });
    return finish([alone(opening), ...turns, ...last.map(alone)]);
  }

  const thanks = opening === null ? "" : pickUnheard({ pool: tone.thanks, recent, picker });
  const closing =
    opening === null || length < minLengthForThanks
      ? ""
      : pickUnheard({ pool: tone.closings, recent, picker });
  const reply = opening === null ? "" : pickUnheard({ pool: tone.replies, recent, picker });
  const turns =
    form.name === "dialogue"
      ? buildDialogue(context, {
          added: (first, last) => {
            const frame = { A: opening?.length ?? 0, B: 0 };
            if (first === "A") frame.B += reply.length;
            frame[otherHost(last)] += closing === "" ? thanks.length : closing.length;
            if (closing !== "") frame[last] += thanks.length;
            return frame;
          },
          starts: { A: 0, B: opening === null ? 4 : 1 },
        })
      : form.name === "points"
        ? buildPoints(context, o.isChosen === true)
        : form.name === "questions"
          ? buildQuestions(context, form.questions)
          : form.name === "debate"
            ? buildDebate(context, form.sides)
            : buildLedForm(context, form.name);
  if (turns.every(({ speaker }) => speaker === "A") && form.name === "dialogue") return finish(reading());
  if (opening === null) return finish(turns);
  const framed: Turn[] = [{ speaker: "A", text: opening }];
  if (turns[0]?.speaker === "A") framed.push({ speaker: "B", text: reply });
  framed.push(...turns);
  for (const text of [closing, thanks])
    if (text !== "") framed.push({ speaker: otherHost(framed.at(-1)?.speaker), text });
  return finish(framed);
}

type ResolvedForm =
  | { name: "dialogue" | "explainer" | "interview" | "reading" | "points" }
  | { name: "questions"; questions: NonNullable<ReturnType<typeof findQuestions>> }
  | { name: "debate"; sides: NonNullable<ReturnType<typeof findSides>> };

function resolveForm(form: ScriptForm, lines: readonly Line[]): ResolvedForm {
  if (form === "questions") {
    const questions = findQuestions(lines);
    return questions ? { name: form, questions } : { name: "interview" };
  }
  if (form === "debate") {
    const sides = findSides(lines);
    return sides ? { name: form, sides } : { name: "dialogue" };
  }
  return { name: form === "plain" ? "dialogue" : form };
}

const otherHost = (host: Speaker | undefined): Speaker => (host === "A" ? "B" : "A");

/** A turn per paragraph, item and verse. */
function readAlone({ lines, kind, hasSections }: ScriptContext): Turn[] {
  const turns: Turn[] = [];
  const isVerse = kind === "poem";
  // In longer texts they share turns.
  const isSeparate = lines.length <= 150;
  let section: string | undefined;
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (hasSections && line.kind === "heading") section = line.text;
    const text = spokenText(line, line.text, { isFirst: true, isVerse });
    const last = turns.at(-1);
    const begins = before?.paragraph !== line.paragraph || line.kind !== "sentence" || isVerse;
    const fits = last && last.text.length + text.length < maxReadTurn;
    if (!last || section !== undefined || !fits || (begins && isSeparate)) {
      turns.push({
        speaker: "A",
        text,
        ...(line.afterBlank && last ? { beginsParagraph: true } : {}),
        ...(section === undefined ? {} : { section }),
      });
      section = undefined;
    } else if (before?.continues && !/\w$/u.test(last.text)) last.text += text;
    else last.text = joinSpoken(last.text, text, { endsLine: begins });
  });
  return turns;
}

/** Blank lines between all turns are no paragraphs (`parseScript`). */
function finish(turns: Turn[]): Turn[] {
  if (turns.slice(1).every((turn) => turn.beginsParagraph))
    for (const turn of turns) delete turn.beginsParagraph;
  return turns;
}
