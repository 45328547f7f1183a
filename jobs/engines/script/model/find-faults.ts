import type { Turn } from "#app/features/tracks/script.ts";
import { type ClaimKind, findClaims } from "../../fact-check/find-claims.ts";
import type { FirstScriptPart, Revision, ScriptPart } from "./script-prompts.ts";
import type { NumberedSentence } from "./text-parts.ts";

// What can be told of an answer without understanding it. Each fault is a sentence for the model, without the member's text.

/** A longer line is no speech. UTF-16 units. */
const maxLineLength = 300;
const maxTitleLength = 60;
/** A part grows by this much at most: factor and constant. */
const maxGrowth = { factor: 2.5, constant: 500 };
/** The share of a sentence's pairs of letters that the script has, at least: of each sentence, and of the whole part. */
const minCoverage = { sentence: 0.2, part: 0.4 };
/** Shorter sentences are not looked for one by one. Letters. */
const minSoughtLength = 8;
/** So many characters of an instruction in a row are no coincidence. */
const leakLength = 20;

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

function pairsOf(text: string): string[] {
  const bare = Array.from(letters(text));
  return bare.length < 2 ? bare : bare.slice(1).map((letter, at) => `${bare[at]}${letter}`);
}

function coverage(of: string, pairs: ReadonlySet<string>): number {
  const sought = pairsOf(of);
  return sought.length === 0 ? 1 : sought.filter((pair) => pairs.has(pair)).length / sought.length;
}

/** The numbers of a text as they are written, without separators of thousands. */
function numbersOf(text: string): string[] {
  return (
    fold(text)
      .replace(/(?<=\d),(?=\d{3})/gu, "")
      .match(/\d+(?:[.:/]\d+)*/gu) ?? []
  );
}

const ordinal = /[1-9](?=つ|番目|人|点)/gu;
const address =
  /(?:https?:\/\/|www\.)[^\s「」『』（）()、。]+|[\w.+-]+@[\w-]+\.[\w.]+|\b[a-z0-9-]+\.(?:com|net|org|jp|io|dev|app|example)\b/giu;
/** Kinds of claims that hosts do not make by themselves. */
const foreignKinds: readonly ClaimKind[] = ["medical", "money"];
/** Who is named to make something credible. */
const authority = /研究|実験|調査|論文|専門家|医師|学者|学会|統計/u;

const kindsOf = (text: string) =>
  new Set(findClaims(text.split(/(?<=[。！？\n])/u)).flatMap(({ kinds }) => kinds));

/** Says what a text adds to its source that hosts don't add by themselves; null for nothing. */
function findAddition(text: string, source: string): string | null {
  const known = new Set(numbersOf(source));
  const added = numbersOf(fold(text).replace(ordinal, "")).find((number) => !known.has(number));
  if (added !== undefined) return "文章にない数字がある";
  const foldedSource = fold(source);
  const foreign = (text.match(address) ?? []).find((found) => !foldedSource.includes(fold(found)));
  if (foreign !== undefined) return "文章にないリンクやアドレスがある";
  const sourceKinds = kindsOf(source);
  const textKinds = kindsOf(text);
  const kind = foreignKinds.find((one) => textKinds.has(one) && !sourceKinds.has(one));
  if (kind !== undefined) return "文章にない、健康またはお金の内容がある";
  return authority.test(text) && !authority.test(source) ? "文章にない裏づけがある" : null;
}

/** Whether a text repeats the instruction, where its source does not. */
function leaks(text: string, source: string, instruction: string): boolean {
  const [bare, known, secret] = [letters(text), letters(source), letters(instruction)];
  for (let at = 0; at + leakLength <= bare.length; at += 4) {
    const run = bare.slice(at, at + leakLength);
    if (secret.includes(run) && !known.includes(run)) return true;
  }
  return false;
}

/** Says why a line can't be spoken; null for one that can. */
function findFaultOfLine(text: string): string | null {
  if (letters(text) === "") return "言葉のない行がある";
  if (text.length > maxLineLength) return `${maxLineLength}文字を超える行がある`;
  if (/[\r\n]/u.test(text)) return "改行のある行がある";
  if (/^\s*[AＡBＢ]\s*[:：]/u.test(text)) return "話し手の名前で始まる行がある";
  if (/[*#`<>{}]{2,}|^#+\s|<\/?[a-z]+>/iu.test(text)) return "記号や書式のある行がある";
  return null;
}

/**
 * Says why a part of a script can't be used; null for one that can: both hosts speak, each sentence is there and named, nothing
 * is added (numbers, addresses, claims about health and money, authorities), and nothing of the instruction is repeated.
 *
 * @param o.source the whole text of the member, with the title they gave
 */
export function findFaultOfPart(
  answer: ScriptPart | FirstScriptPart,
  o: { part: readonly NumberedSentence[]; source: string; instruction: string },
): string | null {
  const { part, source, instruction } = o;
  for (const { text } of answer.lines) {
    const fault = findFaultOfLine(text);
    if (fault !== null) return fault;
  }
  if (new Set(answer.lines.map(({ speaker }) => speaker)).size < 2) return "AとBの両方が話していない";
  const whole = answer.lines.map(({ text }) => text).join("\n");
  const partLength = part.reduce((sum, { text }) => sum + text.length, 0);
  if (whole.length > partLength * maxGrowth.factor + maxGrowth.constant) return "長すぎる";

  const named = new Set(answer.lines.flatMap(({ sentences }) => sentences));
  const unnamed = part.find(({ number }) => !named.has(number));
  if (unnamed) return `文${unnamed.number}が入っていない`;
  const pairs = new Set(pairsOf(whole));
  const missing = part.find(
    ({ text }) => letters(text).length >= minSoughtLength && coverage(text, pairs) < minCoverage.sentence,
  );
  if (missing) return `文${missing.number}の内容が入っていない`;
  if (coverage(part.map(({ text }) => text).join("\n"), pairs) < minCoverage.part)
    return "文章の内容が入っていない";

  if (leaks(whole, source, instruction)) return "この指示の言葉が入っている";
  return findAddition(whole, source) ?? ("title" in answer ? findFaultOfNames(answer, source) : null);
}

function findFaultOfNames({ title, labels }: FirstScriptPart, source: string): string | null {
  if (letters(title) === "" || title.length > maxTitleLength || /[\r\n]/u.test(title))
    return `titleが空か、${maxTitleLength}文字を超えている`;
  const pairs = new Set(pairsOf(source));
  if (!pairsOf(title).some((pair) => pairs.has(pair))) return "titleが文章の言葉でできていない";
  if (labels.length === 0) return "labelsが空";
  return findAddition(title, source);
}

/** The quotations of a line, which a revision keeps. */
const quotations = (text: string) => text.match(/「[^「」]+」|『[^『』]+』/gu) ?? [];

/** Says why a revision can't be used; null for one that can: its lines exist, keep their quotations, and add nothing. */
export function findFaultOfRevision(
  revision: Revision,
  o: { turns: readonly Turn[]; source: string; instruction: string },
): string | null {
  const { turns, source, instruction } = o;
  for (const { line, text } of revision.changes) {
    const original = turns[line]?.text;
    if (original === undefined) return "ない行を直している";
    const fault = findFaultOfLine(text);
    if (fault !== null) return fault;
    if (text.length > original.length + maxLineLength / 2) return "直した行が長すぎる";
    if (quotations(original).some((quotation) => !text.includes(quotation)))
      return "「」の中の言葉を変えている";
    if (coverage(original, new Set(pairsOf(text))) < minCoverage.part) return "直した行に、もとの内容がない";
    if (leaks(text, source, instruction)) return "この指示の言葉が入っている";
    const addition = findAddition(text, source);
    if (addition !== null) return addition;
  }
  return null;
}
