import { type ClaimKind, findClaims } from "#app/engines/fact-check/find-claims.ts";
import type { Turn } from "#app/engines/script/script.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { FirstScriptPart, Revision, ScriptPart, Style } from "./script-prompts.ts";
import type { NumberedSentence } from "./text-parts.ts";

// Faults found without understanding, as sentences for the model without the member's text.

const maxLineLength = 300;
const maxTitleLength = 60;
const maxGrowth = { normal: { factor: 2.5, constant: 500 }, short: { factor: 0.8, constant: 160 } };
/** Least share of letter pairs found in the script, per sentence and part. */
const minCoverage = { sentence: 0.2, part: 0.4, shortPart: 0.1 };
/** Other words for the same: names, figures and particles remain. */
const minCoverageOfPlain = { sentence: 0.08, part: 0.2 };
/** The listener's share of the letters, besides greetings. */
const maxListenerShare = { share: 0.4, letters: 25 };
const greeting = /^(?:こん(?:にち|ばん)[はわ]|おはよう|皆さん|みなさん|ようこそ)/u;
const goodbye =
  /(?:ありがとうございました|それでは、?また|ではまた|また次回|さようなら|お会いしましょう)[。！]?$/u;
const question =
  /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?|ください(?:ますか)?。?|お願いします。?)$/u;
const minSoughtLength = 8;
/** So many characters of an instruction in a row are no coincidence. */
const leakLength = 20;

const fold = (text: string) => normalizeUnicode(text, "NFKC").toLowerCase();
const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

function pairsOf(text: string): string[] {
  const bare = Array.from(letters(text));
  return bare.length < 2 ? bare : bare.slice(1).map((letter, at) => `${bare[at]}${letter}`);
}

function coverage(of: string, pairs: ReadonlySet<string>): number {
  const sought = pairsOf(of);
  return sought.length === 0 ? 1 : sought.filter((pair) => pairs.has(pair)).length / sought.length;
}

/** Without thousands separators. */
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
/** Hosts don't make these by themselves. */
const foreignKinds: readonly ClaimKind[] = ["medical", "money"];
/** Named for credibility. */
const authority = /研究|実験|調査|論文|専門家|医師|学者|学会|統計/u;

const kindsOf = (text: string) =>
  new Set(findClaims(text.split(/(?<=[。！？\n])/u)).flatMap(({ kinds }) => kinds));

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

/** Unless its source does. */
function leaks(text: string, source: string, instruction: string): boolean {
  const [bare, known, secret] = [letters(text), letters(source), letters(instruction)];
  for (let at = 0; at + leakLength <= bare.length; at += 4) {
    const run = bare.slice(at, at + leakLength);
    if (secret.includes(run) && !known.includes(run)) return true;
  }
  return false;
}

function findFaultOfLine(text: string): string | null {
  if (letters(text) === "") return "言葉のない行がある";
  if (text.length > maxLineLength) return `${maxLineLength}文字を超える行がある`;
  if (/[\r\n]/u.test(text)) return "改行のある行がある";
  if (/^\s*[AＡBＢ]\s*[:：]/u.test(text)) return "話し手の名前で始まる行がある";
  if (/[*#`<>{}]{2,}|^#+\s|<\/?[a-z]+>/iu.test(text)) return "記号や書式のある行がある";
  return null;
}

/**
 * What is wrong with a model's part of a script; null if usable. Usable: it has the form's speakers and every sentence that is
 * not short, adds nothing (numbers, addresses, health, money, authorities), and repeats no instruction.
 *
 * @param o.source the member's text with their title
 */
export function findFaultOfPart(
  answer: ScriptPart | FirstScriptPart,
  o: { part: readonly NumberedSentence[]; source: string; instruction: string; style: Style },
): string | null {
  const { part, source, instruction, style } = o;
  for (const { text } of answer.lines) {
    const fault = findFaultOfLine(text);
    if (fault !== null) return fault;
  }
  const faultOfForm = findFaultOfForm(answer, style.form);
  if (faultOfForm !== null) return faultOfForm;
  const texts = answer.lines.map(({ text }) => text.trim());
  if (
    (!style.hasGreetings || style.textKind === "mourning") &&
    (greeting.test(texts[0] ?? "") || goodbye.test(texts.at(-1) ?? ""))
  ) {
    const spoken = [texts[0] ?? "", texts.at(-1) ?? ""].map(letters);
    if (!spoken.every((text) => letters(source).includes(text))) return "あいさつか結びが入っている";
  }
  const whole = answer.lines.map(({ text }) => text).join("\n");
  const partLength = part.reduce((sum, { text }) => sum + text.length, 0);
  const growth = maxGrowth[style.length];
  if (whole.length > partLength * growth.factor + growth.constant) return "長すぎる";

  const named = new Set(answer.lines.flatMap(({ sentences }) => sentences));
  const pairs = new Set(pairsOf(whole));
  if (style.length === "short") {
    if (!part.some(({ number }) => named.has(number))) return "もとにした文の番号がない";
    // Conversely: what is said comes from the text.
    const known = new Set(pairsOf(source));
    const told = answer.lines.filter(({ sentences }) => sentences.length > 0).map(({ text }) => text);
    if (
      told.some(
        (text) => letters(text).length >= minSoughtLength && coverage(text, known) < minCoverage.sentence,
      )
    )
      return "文章にない内容がある";
    if (coverage(part.map(({ text }) => text).join("\n"), pairs) < minCoverage.shortPart)
      return "文章の内容が入っていない";
    return findFaultOfWords(answer, { whole, source, instruction });
  }
  const least = style.form === "plain" ? minCoverageOfPlain : minCoverage;
  const unnamed = part.find(({ number }) => !named.has(number));
  if (unnamed) return `文${unnamed.number}が入っていない`;
  const missing = part.find(
    ({ text }) => letters(text).length >= minSoughtLength && coverage(text, pairs) < least.sentence,
  );
  if (missing) return `文${missing.number}の内容が入っていない`;
  if (coverage(part.map(({ text }) => text).join("\n"), pairs) < least.part)
    return "文章の内容が入っていない";
  return findFaultOfWords(answer, { whole, source, instruction });
}

/** Null if the speakers fit the form. */
function findFaultOfForm({ lines }: ScriptPart, form: ScriptForm): string | null {
  const ofB = lines.filter(({ speaker }) => speaker === "B");
  if (form === "reading") return ofB.length > 0 ? "Bが話している" : null;
  if (ofB.length === 0 || ofB.length === lines.length) return "AとBの両方が話していない";
  if (form !== "explainer" && form !== "interview" && form !== "questions") return null;
  const count = (some: ScriptPart["lines"]) => some.reduce((sum, { text }) => sum + letters(text).length, 0);
  if (form !== "questions" && count(ofB) > count(lines) * maxListenerShare.share + maxListenerShare.letters)
    return "Bが話しすぎている";
  if (form !== "explainer" && !ofB.some(({ text }) => question.test(text.trim()))) return "Bの問いがない";
  return null;
}

function findFaultOfWords(
  answer: ScriptPart | FirstScriptPart,
  o: { whole: string; source: string; instruction: string },
): string | null {
  if (leaks(o.whole, o.source, o.instruction)) return "この指示の言葉が入っている";
  return findAddition(o.whole, o.source) ?? ("title" in answer ? findFaultOfNames(answer, o.source) : null);
}

function findFaultOfNames({ title, labels }: FirstScriptPart, source: string): string | null {
  if (letters(title) === "" || title.length > maxTitleLength || /[\r\n]/u.test(title))
    return `titleが空か、${maxTitleLength}文字を超えている`;
  const pairs = new Set(pairsOf(source));
  if (!pairsOf(title).some((pair) => pairs.has(pair))) return "titleが文章の言葉でできていない";
  if (labels.length === 0) return "labelsが空";
  return findAddition(title, source);
}

const quotations = (text: string) => text.match(/「[^「」]+」|『[^『』]+』/gu) ?? [];

/** Why a revision can't be used; null if its lines exist, keep their quotations and add nothing. */
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
