import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { buildDialogue } from "./build-dialogue.ts";
import { buildLedForm } from "./build-led-form.ts";
import { containsPhrase, createPhrasePicker, type PhrasePicker } from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import type { Speaker, Turn } from "./script.ts";
import { joinSpoken, spokenText, type Telling } from "./telling.ts";
import type { TextKind } from "./text-kind.ts";
import { type Tone, tones } from "./tones.ts";

// Lengths are in UTF-16 units.

/** A text with so many headings has sections, which become chapters: one is a title, and a page of them is a list. */
const [minSections, maxSections] = [2, 20];
/** The hosts announce nothing before and say no goodbye after a text shorter than this. */
const minLengthForOpening = 40;
/** In a shorter text only one of them does. */
const minLengthForThanks = 150;
/** Of a reading: a longer turn begins another one. */
const maxReadTurn = 180;

/** A phrase that none of the member's newest scripts has, where the pool has one. */
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
  // Brackets inside brackets become 『』.
  const quoted = title.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));
  return pickUnheard({ pool: tone.openings, recent, picker }).replace("{title}", () => quoted);
}

/**
 * Turns lines (see `readBlocks`) into a script. Every line is spoken unchanged and in order; of a heading the interviewer may
 * make the question. Deterministic.
 *
 * In a dialogue both hosts read, in turn (`buildDialogue`); in an explainer and an interview A does, and B asks or listens
 * (`buildLedForm`). No host has two turns in a row. A reading has one voice. Texts under 40 characters, of a single sentence,
 * and those that may do harm are spoken by A alone. Greetings, goodbyes and reactions are those of the text's kind (`tones`); where
 * somebody mourns there are none.
 *
 * @param o.hasGreetings whether the hosts open and close it
 * @param o.title spoken in the opening; null when it would only repeat the first sentence
 * @param o.words of each line, for what the interviewer asks about
 * @param o.recentScripts whose openings and closings are not repeated
 */
export function buildScript(o: {
  form: ScriptForm;
  kind: TextKind;
  hasGreetings: boolean;
  lines: readonly Line[];
  title: string | null;
  words: readonly (readonly Word[])[];
  recentScripts: readonly string[];
}): Turn[] {
  const { form, kind, title, recentScripts: recent } = o;
  const whole = o.lines.map((line) => line.text).join("\n");
  const picker = createPhrasePicker(`${title ?? ""}\n${whole}`);
  const tone = tones[kind];
  const length = o.lines.reduce((sum, { text }) => sum + text.length, 0);
  const isAlone = length < minLengthForOpening || soundsHarmful(whole);
  const hasOpening = o.hasGreetings && !isAlone && tone.openings.length > 0;
  const opening = hasOpening ? chooseOpening({ title, tone, recent, picker }) : null;
  const headings = o.lines.filter((line) => line.kind === "heading").length;
  const hasSections = headings >= minSections && headings <= maxSections;

  // The opening has announced it.
  const first = o.lines[0];
  const isAnnounced =
    first?.kind === "heading" &&
    o.lines.length > 1 &&
    title !== null &&
    opening?.includes(first.text) === true;
  const [lines, words] = isAnnounced ? [o.lines.slice(1), o.words.slice(1)] : [o.lines, o.words];
  const telling: Telling = {
    lines,
    words,
    kind,
    tone,
    picker,
    hasSections,
    title: opening === null ? null : title,
  };

  const reading = () => readAlone(telling);
  if (isAlone) return finish(reading());
  if (form === "reading") {
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
    form === "dialogue"
      ? buildDialogue(telling, {
          added: (first, last) => {
            const frame = { A: opening?.length ?? 0, B: 0 };
            if (first === "A") frame.B += reply.length;
            frame[otherHost(last)] += closing === "" ? thanks.length : closing.length;
            if (closing !== "") frame[last] += thanks.length;
            return frame;
          },
          starts: { A: 0, B: opening === null ? 4 : 1 },
        })
      : buildLedForm(telling, form);
  // Nothing for B to say: it is a reading.
  if (turns.every(({ speaker }) => speaker === "A") && form === "dialogue") return finish(reading());
  if (opening === null) return finish(turns);
  const framed: Turn[] = [{ speaker: "A", text: opening }];
  if (turns[0]?.speaker === "A") framed.push({ speaker: "B", text: reply });
  framed.push(...turns);
  for (const text of [closing, thanks])
    if (text !== "") framed.push({ speaker: otherHost(framed.at(-1)?.speaker), text });
  return finish(framed);
}

const otherHost = (host: Speaker | undefined): Speaker => (host === "A" ? "B" : "A");

/** Everything by A, a turn for each paragraph, item and verse. */
function readAlone({ lines, kind, hasSections }: Telling): Turn[] {
  const turns: Turn[] = [];
  const isVerse = kind === "poem";
  // Up to this many lines each paragraph, item and verse is a turn of its own.
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

/** A script with blank lines between all turns has no paragraphs (`parseScript`). */
function finish(turns: Turn[]): Turn[] {
  if (turns.slice(1).every((turn) => turn.beginsParagraph))
    for (const turn of turns) delete turn.beginsParagraph;
  return turns;
}
