import { isQuestion } from "./choose-reaction.ts";
import { isDirection } from "./forms-of-text.ts";
import type { Line } from "./read-blocks.ts";
import { personQuotedIn, readConversation, voicesOf } from "./read-conversation.ts";
import type { Speaker } from "./script.ts";
import { type Frame, shareUnits, type Unit } from "./share-units.ts";
import { inNextLine } from "./spoken-text.ts";
import { isQuietKind, type TextKind } from "./text-kind.ts";

export interface SharedUnit extends Unit {
  line: Line;
  at: number;
  host: Speaker;
}

/** Longer ones the listening host would not ask. */
const maxQuestionLength = 60;
/** Shorter items are read together. */
const maxShortItem = 16;

const firstPerson = /私(?!たち|達|[立的語服費])|僕(?!ら?の国)|俺|わたし|ぼくは|ぼくの/u;
const figures = /\p{Nd}|[一二三四五六七八九十百千万]{1,6}(?:割|倍|人|円|歳|年|か月|日|件|回|位)/u;
/** Needs the sentence before: the same host goes on. */
const goesOn =
  /^(?:その(?:ため|とき|後|うえ)|それ(?:は|を|が|も|で)|これ(?:は|を|が|も)|ただし|ところが|しかも|だが|けれど|でも)/u;

type Draft = Omit<SharedUnit, "host" | "speaker"> & { person: string | null; prefersVoice: boolean };

function costOfChange(
  lines: readonly Line[],
  at: number,
  o: { kind: TextKind; isPersonal: boolean },
): number {
  const line = lines[at];
  const before = lines[at - 1];
  if (!line || !before) return 0;
  if (line.kind === "heading") return -3;
  if (before.kind === "heading") return at === 1 ? 1 : -1.5;
  const isParagraph = before.paragraph !== line.paragraph;
  if (o.kind === "law") {
    if (/^(?:[（(][^（）()]{1,20}[）)]$|第[〇一二三四五六七八九十百\d]{1,4}条)/u.test(line.text))
      return isDirection(before.text) ? 8 : -2;
    return /^[２-９2-9][\s　]|^[（(][\d一二三四五六七八九十]/u.test(line.text) ? 3 : isParagraph ? 0 : 2.5;
  }
  if (o.kind === "poem") return line.afterBlank ? -3 : 1;
  if (line.kind === "item" && before.kind === "item") {
    const isShort = line.text.length <= maxShortItem && before.text.length <= maxShortItem;
    return isShort ? 0.8 : -1;
  }
  if (line.kind === "item" || before.kind === "item") return -1;
  // 日時, 場所, 鶏もも肉 400g.
  const isRow = (text: string) => text.length <= maxShortItem && !/[。！？」]$/u.test(text);
  if (isParagraph && !line.afterBlank && isRow(line.text) && isRow(before.text)) return 0.8;
  if (isParagraph) return line.afterBlank ? -2.5 : -1.5;
  // Figures, after the other's sentence.
  if (figures.test(line.text) && line.text.length <= 60 && !goesOn.test(line.text))
    return o.isPersonal ? 2 : 0.4;
  return (goesOn.test(line.text) ? 2.6 : 1.6) + (o.isPersonal ? 1.5 : 0);
}

function readUnits(lines: readonly Line[], kind: TextKind): { drafts: Draft[]; spoken: string[] } {
  const isPersonal = firstPerson.test(lines.map(({ text }) => text).join("\n"));
  const conversation = kind === "poem" || kind === "law" ? null : readConversation(lines);
  const drafts: Draft[] = [];
  const spoken: string[] = [];
  let role: Line["role"];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (line.role || line.paragraph !== before?.paragraph) role = line.role;
    const last = drafts.at(-1);
    if (before?.continues && last) {
      last.text = inNextLine(last.text, line.text);
      last.length += line.text.length;
      return;
    }
    const parts = conversation?.[at] ?? [{ person: null, text: line.text }];
    const quoted = conversation || kind === "poem" ? null : personQuotedIn(line.text);
    for (const [index, { person, text }] of parts.entries()) {
      const who = role ? role : (person ?? quoted);
      if (who !== null && role === undefined) spoken.push(who);
      const costs = { A: 0, B: 0 };
      if (line.kind === "heading" && at > 0) costs.A = 2;
      else if (conversation && person === null) costs.B = text.length < 25 ? 1 : 0.3;
      else if (who === null && isQuietKind(kind)) costs.B = 0;
      else if (who === null && !isPersonal && text.length <= maxQuestionLength && isQuestion(text))
        costs.A = 3;
      if (quoted !== null) costs.A += 0.8;
      let change = index > 0 ? 0.3 : costOfChange(lines, at, { kind, isPersonal });
      if (person !== null && index === 0) change = Math.min(change, 0);
      drafts.push({
        text,
        length: text.length,
        costs,
        change,
        isForced: line.kind === "heading" && at > 0 && before?.kind !== "heading",
        line,
        at,
        person: who,
        prefersVoice: quoted !== null,
      });
    }
  });
  return { drafts, spoken };
}

/**
 * Paragraphs, items, articles and stanzas in turn; the other one's headings, figures after A's sentence, questions by B. Quoted
 * people keep voices.
 */
export function shareDialogue(lines: readonly Line[], kind: TextKind, frame: Frame): SharedUnit[] {
  const { drafts, spoken } = readUnits(lines, kind);
  // Without quotations the voices don't matter.
  const firsts: readonly Speaker[] = spoken.length > 0 ? ["B", "A"] : ["B"];
  const ways = firsts.map((first) => {
    const voices = voicesOf(spoken, first);
    const counts = new Map<string, number>();
    for (const who of spoken) counts.set(who, (counts.get(who) ?? 0) + 1);
    const units = drafts.map(({ person, prefersVoice, ...unit }) => {
      const isAlone = prefersVoice && (counts.get(person ?? "") ?? 0) < 2;
      const speaker =
        person === null || isAlone
          ? undefined
          : person === "question"
            ? "B"
            : person === "answer"
              ? "A"
              : voices.get(person);
      return { ...unit, ...(speaker ? { speaker } : {}) };
    });
    const { speakers, cost } = shareUnits(units, frame);
    return { cost, units: units.map((unit, at) => ({ ...unit, host: speakers[at] ?? "A" })) };
  });
  const [one, other] = ways;
  return (other && one && other.cost < one.cost - 0.5 ? other : one)?.units ?? [];
}

/** Nobody interrupts people who talk. */
export const isTold = (lines: readonly Line[]): boolean => readConversation(lines) !== null;
