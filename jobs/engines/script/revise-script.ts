import type { FactCheck } from "#app/features/creation/fact-check.ts";
import { formatScript, parseScript, type Speaker, type Turn } from "#app/features/creation/script-turns.ts";
import { confidenceOf, describeClaims, furtherMark, statementsMark } from "./check-facts.ts";
import { type Claim, type ClaimKind, findClaims } from "./find-claims.ts";
import { openingTitle, withoutHostWords } from "./host-words.ts";
import { createPhrasePicker } from "./phrase-picker.ts";
import { quietReactions, reactions, warmReactions } from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";
import { softenAbsolutes } from "./soften-absolutes.ts";
import { closingNote, holdsNote, leadingNote, notesFor } from "./unchecked-notes.ts";

/** A talk with more notes than this would be about nothing else; the closing note speaks for the rest. */
const mostNotes = 8;
/** A last turn up to this long can take the closing note in front of its words. UTF-16 units. */
const shortLastTurn = 80;

const listening: ReadonlySet<string> = new Set([...reactions, ...warmReactions, ...quietReactions]);

function other(speaker: Speaker): Speaker {
  return speaker === "A" ? "B" : "A";
}

/** What an issue may be quoting: from its first 「 to its last 」, and each innermost pair. */
function quotesOf(issue: string): string[] {
  const from = issue.indexOf("「");
  const to = issue.lastIndexOf("」");
  if (from < 0 || to <= from + 1) return [];
  const inner = [...issue.matchAll(/「([^「」]+)」/gu)].map((match) => match[1] ?? "");
  return [...new Set([issue.slice(from + 1, to), ...inner])].filter((quote) => quote.trim().length > 1);
}

function claimsOf(turn: Turn): Claim[] {
  return findClaims(readBlocks(withoutHostWords(turn.text)).map((line) => line.text));
}

/** Softens the words an issue quotes wherever they are said, and gives those turns; none when nobody says them. */
function softenQuoted(turns: readonly Turn[], issue: string): Turn[] {
  for (const quote of quotesOf(issue)) {
    const softer = softenAbsolutes(quote);
    const saying = turns.filter((turn) => turn.text.includes(quote) || turn.text.includes(softer));
    // A quote that ends with the absolute leaves the comma after it.
    for (const turn of saying) {
      if (softer !== quote)
        turn.text = turn.text.replaceAll(quote, () => softer).replaceAll("場合、、", "場合、");
    }
    if (saying.length > 0) return saying;
  }
  return [];
}

function addClosingNote(turns: Turn[]): void {
  if (turns.some((turn) => turn.text.includes(closingNote))) return;
  const last = turns.at(-1);
  if (!last) return;
  const note = leadingNote(last.text);
  if (turns.length > 1 && last.text.length - note.length <= shortLastTurn) {
    last.text = note + closingNote + last.text.slice(note.length);
  } else turns.push({ speaker: other(last.speaker), text: closingNote });
}

/**
 * Checks a script: claims followed by a note that calls them unchecked count as told, and a closing note
 * speaks for all of them. They are no issues any more, but the script does not become `verified` by them.
 */
export function checkScript(script: string): FactCheck {
  const turns = parseScript(script);
  const toldAtEnd = turns.some((turn) => turn.text.includes(closingNote));
  const body = turns
    .slice(1)
    .map((turn) => turn.text)
    .join("\n");
  const open: Claim[] = [];
  const told: Claim[] = [];
  turns.forEach((turn, at) => {
    const isTold = toldAtEnd || holdsNote(turns[at + 1]?.text ?? "");
    (isTold ? told : open).push(...claimsOf(turn));
    const title = at === 0 ? openingTitle(turn.text) : null;
    // What the title takes from the text is judged where the text says it.
    if (title !== null && !body.includes(title.replace(/のこと$/u, ""))) {
      (isTold ? told : open).push(...findClaims([title]));
    }
  });
  const confidence = confidenceOf({ open, told });
  if (open.length + told.length === 0) {
    return {
      status: "verified",
      confidence,
      summary: "確認が必要な数値・断定は見つかりませんでした。",
      issues: [],
    };
  }
  const toldWords =
    told.length > 0 ? `確かめられていない${told.length}件は、台本の中でそう伝えています。` : "";
  const openWords = open.length > 0 ? `自動では確かめられない記述が、ほかに${open.length}件あります。` : "";
  return {
    status: "issues_found",
    confidence,
    summary: `${toldWords}${told.length > 0 ? openWords : openWords.replace("、ほかに", "")}公開の前に、ご自身でご確認ください。`,
    issues: describeClaims(open),
  };
}

/**
 * Makes a script say which of its claims are unchecked: right after the turn of each claim the other host
 * adds a note, and absolutes in the quoted words become weaker (必ず → 多くの場合). No fact is added. An
 * issue that quotes nothing of the script, plain statements, and everything past eight notes are covered
 * by one note at the end. Revising again changes nothing.
 */
export function reviseScript(o: { script: string; issues: readonly string[] }): string {
  const turns = parseScript(o.script);
  const picker = createPhrasePicker(o.script);
  const kindsAt = new Map<Turn, Set<ClaimKind>>();
  let needsClosingNote = false;
  for (const issue of o.issues) {
    const coversMore = issue.includes(statementsMark) || issue.startsWith(furtherMark);
    const saying = coversMore ? [] : softenQuoted(turns, issue);
    if (saying.length === 0) needsClosingNote = true;
    for (const turn of saying) {
      const kinds = kindsAt.get(turn) ?? new Set<ClaimKind>();
      for (const claim of claimsOf(turn)) for (const kind of claim.kinds) kinds.add(kind);
      kindsAt.set(turn, kinds);
    }
  }

  const endsTold = needsClosingNote || turns.some((turn) => turn.text.includes(closingNote));
  let notes = turns.filter((turn) => holdsNote(turn.text)).length;
  for (const [turn, kinds] of kindsAt) {
    const at = turns.indexOf(turn);
    const next = turns[at + 1];
    if (next && holdsNote(next.text)) continue;
    const isGrave = kinds.has("medical") || kinds.has("money");
    // The closing note comes in the very next turn and says the same.
    if (endsTold && !isGrave && next !== undefined && next === turns.at(-1)) continue;
    if (notes >= mostNotes) {
      needsClosingNote = true;
      continue;
    }
    notes++;
    const note = picker.pick(notesFor(kinds));
    if (next === undefined || next.speaker === turn.speaker) {
      turns.splice(at + 1, 0, { speaker: other(turn.speaker), text: note });
    } else {
      next.text = listening.has(next.text) ? next.text + note : note + next.text;
    }
  }
  if (needsClosingNote) addClosingNote(turns);
  return formatScript(turns);
}
