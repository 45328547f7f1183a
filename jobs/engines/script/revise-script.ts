import type { FactCheck } from "#app/features/creation/creation.schema.ts";
import { formatScript, parseScript, type Speaker, type Turn } from "#app/features/tracks/script.ts";
import {
  confidenceOf,
  describeClaims,
  furtherClaimsPhrase,
  statementsPhrase,
} from "../fact-check/check-facts.ts";
import { type Claim, type ClaimKind, findClaims } from "../fact-check/find-claims.ts";
import {
  closingDisclaimer,
  disclaimersFor,
  hasDisclaimer,
  leadingDisclaimer,
  withoutDisclaimers,
} from "./disclaimers.ts";
import {
  closingReplies,
  closings,
  createPhrasePicker,
  handovers,
  openingReplies,
  openingsOfOneLine,
  openingsWithoutTitle,
  openingsWithTitle,
  quietOpeningReplies,
  quietReactions,
  reactions,
  warmReactions,
} from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";

/** Maximum number of disclaimers in a script; the closing disclaimer covers the other claims. */
const maxDisclaimers = 8;
/** A last turn of at most this length gets the closing disclaimer before its text. UTF-16 units. */
const maxLastTurnLength = 80;

const reactionPhrases: ReadonlySet<string> = new Set([...reactions, ...warmReactions, ...quietReactions]);

function otherSpeaker(speaker: Speaker): Speaker {
  return speaker === "A" ? "B" : "A";
}

/** The possible quotations of an issue: from its first 「 to its last 」, and each innermost pair. */
function quotesOf(issue: string): string[] {
  const from = issue.indexOf("「");
  const to = issue.lastIndexOf("」");
  if (from < 0 || to <= from + 1) return [];
  const inner = [...issue.matchAll(/「([^「」]+)」/gu)].map((match) => match[1] ?? "");
  return [...new Set([issue.slice(from + 1, to), ...inner])].filter((quote) => quote.trim().length > 1);
}

function claimsOf(turn: Turn): Claim[] {
  return findClaims(readBlocks(withoutHostPhrases(turn.text)).map((line) => line.text));
}

/** Softens the text that an issue quotes in all turns that contain it, and returns these turns. */
function softenQuoted(turns: readonly Turn[], issue: string): Turn[] {
  for (const quote of quotesOf(issue)) {
    const softer = softenAbsolutes(quote);
    const quotingTurns = turns.filter((turn) => turn.text.includes(quote) || turn.text.includes(softer));
    // A quotation that ends with the absolute leaves the comma that follows it.
    for (const turn of quotingTurns) {
      if (softer !== quote)
        turn.text = turn.text.replaceAll(quote, () => softer).replaceAll("場合、、", "場合、");
    }
    if (quotingTurns.length > 0) return quotingTurns;
  }
  return [];
}

function addClosingDisclaimer(turns: Turn[]): void {
  if (turns.some((turn) => turn.text.includes(closingDisclaimer))) return;
  const last = turns.at(-1);
  if (!last) return;
  const leading = leadingDisclaimer(last.text);
  if (turns.length > 1 && last.text.length - leading.length <= maxLastTurnLength) {
    last.text = leading + closingDisclaimer + last.text.slice(leading.length);
  } else turns.push({ speaker: otherSpeaker(last.speaker), text: closingDisclaimer });
}

/**
 * Checks the facts of a script. Claims that are followed by a disclaimer count as disclosed, with a closing disclaimer
 * all of them. Disclosed claims are no issues, but the script is not `verified`.
 */
export function checkScript(script: string): FactCheck {
  const turns = parseScript(script);
  const areAllDisclosed = turns.some((turn) => turn.text.includes(closingDisclaimer));
  const body = turns
    .slice(1)
    .map((turn) => turn.text)
    .join("\n");
  const open: Claim[] = [];
  const disclosed: Claim[] = [];
  turns.forEach((turn, at) => {
    const isDisclosed = areAllDisclosed || hasDisclaimer(turns[at + 1]?.text ?? "");
    (isDisclosed ? disclosed : open).push(...claimsOf(turn));
    const title = at === 0 ? openingTitle(turn.text) : null;
    // A title that the text repeats is checked there.
    if (title !== null && !body.includes(title.replace(/のこと$/u, ""))) {
      (isDisclosed ? disclosed : open).push(...findClaims([title]));
    }
  });
  const confidence = confidenceOf({ open, disclosed });
  if (open.length + disclosed.length === 0) {
    return {
      status: "verified",
      confidence,
      summary: "確認が必要な数値・断定は見つかりませんでした。",
      issues: [],
      claims: [],
    };
  }
  const disclosedSummary =
    disclosed.length > 0 ? `確かめられていない${disclosed.length}件は、台本の中でそう伝えています。` : "";
  const openSummary = open.length > 0 ? `自動では確かめられない記述が、ほかに${open.length}件あります。` : "";
  return {
    status: "issues_found",
    confidence,
    summary: `${disclosedSummary}${disclosed.length > 0 ? openSummary : openSummary.replace("、ほかに", "")}公開の前に、ご自身でご確認ください。`,
    issues: describeClaims(open),
    claims: [],
  };
}

/**
 * Adds disclaimers for the issues of a fact check: after the turn of each quoted claim the other host says that it is
 * unchecked, and absolutes in the quotation become weaker (必ず → 多くの場合). No fact is added. One closing disclaimer
 * covers plain statements, issues that quote nothing of the script, and everything beyond eight disclaimers.
 * Idempotent.
 */
export function reviseScript(o: { script: string; issues: readonly string[] }): string {
  const turns = parseScript(o.script);
  const picker = createPhrasePicker(o.script);
  const kindsByTurn = new Map<Turn, Set<ClaimKind>>();
  let needsClosing = false;
  for (const issue of o.issues) {
    const coversSeveral = issue.includes(statementsPhrase) || issue.startsWith(furtherClaimsPhrase);
    const quotingTurns = coversSeveral ? [] : softenQuoted(turns, issue);
    if (quotingTurns.length === 0) needsClosing = true;
    for (const turn of quotingTurns) {
      const kinds = kindsByTurn.get(turn) ?? new Set<ClaimKind>();
      for (const claim of claimsOf(turn)) for (const kind of claim.kinds) kinds.add(kind);
      kindsByTurn.set(turn, kinds);
    }
  }

  const hasClosing = needsClosing || turns.some((turn) => turn.text.includes(closingDisclaimer));
  let count = turns.filter((turn) => hasDisclaimer(turn.text)).length;
  for (const [turn, kinds] of kindsByTurn) {
    const at = turns.indexOf(turn);
    const next = turns[at + 1];
    if (next && hasDisclaimer(next.text)) continue;
    const isHealthOrMoney = kinds.has("medical") || kinds.has("money");
    // The next turn has the closing disclaimer, which says the same.
    if (hasClosing && !isHealthOrMoney && next !== undefined && next === turns.at(-1)) continue;
    if (count >= maxDisclaimers) {
      needsClosing = true;
      continue;
    }
    count++;
    const disclaimer = picker.pick(disclaimersFor(kinds));
    if (next === undefined || next.speaker === turn.speaker) {
      turns.splice(at + 1, 0, { speaker: otherSpeaker(turn.speaker), text: disclaimer });
    } else {
      next.text = reactionPhrases.has(next.text) ? next.text + disclaimer : disclaimer + next.text;
    }
  }
  if (needsClosing) addClosingDisclaimer(turns);
  return formatScript(turns);
}

const replacements: readonly [RegExp, string][] = [
  [/必ず(?!しも|や)、?/gu, "多くの場合、"],
  [/絶対に、?/gu, "多くの場合、"],
  [/確実に、?/gu, "多くの場合、"],
  [/常に、?/gu, "多くの場合、"],
  [/間違いなく、?/gu, "おそらく、"],
  [/(?:すべて|全て)の/gu, "多くの"],
  [/(?:誰も|だれも|全員)が/gu, "多くの人が"],
];

/** A text that would grow by more stays unchanged, so that a script stays within its limit. UTF-16 units. */
const maxGrowth = 20;

/**
 * Weakens absolutes: 必ず becomes 多くの場合. Negations, requests and questions stay unchanged, because there the weaker
 * word has another meaning.
 */
function softenAbsolutes(text: string): string {
  if (/ない|ません|なかっ|ざる|ましょう|ください|[？?]/u.test(text)) return text;
  const softer = replacements.reduce((soft, [pattern, word]) => soft.replace(pattern, word), text);
  return softer.length - text.length <= maxGrowth ? softer : text;
}

/** Phrases of the hosts that contain no claims. */
const hostPhrases: readonly string[] = [
  ...openingsWithoutTitle,
  ...openingsOfOneLine,
  ...openingReplies,
  ...quietOpeningReplies,
  ...closings,
  ...closingReplies,
  ...handovers,
];

/** Splits an opening turn into the announced title and the rest. */
function readOpening(text: string): { title: string; rest: string } | null {
  for (const template of openingsWithTitle) {
    const [before = "", after = ""] = template.split("{title}");
    const end = text.startsWith(before) ? text.indexOf(after, before.length) : -1;
    if (end > 0) return { title: text.slice(before.length, end), rest: text.slice(end + after.length) };
  }
  return null;
}

/** The title that an opening turn announces; null when it announces none. */
function openingTitle(text: string): string | null {
  return readOpening(text)?.title ?? null;
}

/** The text of a turn without the phrases of the hosts and the announced title: what the fact check looks at. */
function withoutHostPhrases(text: string): string {
  const bare = hostPhrases.reduce((left, phrase) => left.replaceAll(phrase, ""), withoutDisclaimers(text));
  return readOpening(bare)?.rest ?? bare;
}
