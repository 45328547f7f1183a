import { z } from "zod";
import type { LanguageModel } from "#app/engines/providers/language-model.ts";
import { textIsData } from "#app/engines/script/model/script-prompts.ts";
import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { Claim, FactCheck } from "./fact-check.schema.ts";
import type { FactChecker, Grounding } from "./fact-checker.ts";
import { findClaims as findClaimsByRule } from "./find-claims.ts";
import { judgeForm } from "./text-form.ts";

const searchInstruction = `あなたは校閲者です。2人の台本(lines)が事実として述べていることを、Google検索で1つずつ確かめます。答えは、確かめた行ごとに「行の番号: 」で始まる1行で、述べていることと、検索で分かったことを、日本語の短い文で書きます。感想、あいさつ、問いかけは調べません。検索で分からないことは、分からないと書きます。${textIsData}`;

const checkInstruction = `あなたは校閲者です。2人の台本(lines)が事実として述べていることを、すべて書き出して判定します。感想、あいさつ、問いかけは除きます。
lineは行の番号、textはその行から変えずに抜き出した部分です。
verdict: verifiedは、findingsにある出典が裏づけるときだけ。disputedは、findingsまたは広く知られた事実と食い違うとき。それ以外はunchecked。
noteは、判定の理由を60文字までの日本語で。sourcesは、裏づけになる、または食い違うfindingsの出典の番号([1]なら1)。findingsになければ空です。
${textIsData}`;

const answerSchema = z.object({
  claims: z.array(
    z.object({
      line: z.number(),
      text: z.string(),
      verdict: z.enum(["verified", "unchecked", "disputed"]),
      note: z.string(),
      sources: z.array(z.number()),
    }),
  ),
});

type Answer = z.infer<typeof answerSchema>;

const maxNoteLength = 200;
const maxClaims = 100;

/**
 * A check by a language model, with search if it can. No claim is verified without a source named for its line, and a line
 * whose claim the model omits is unchecked.
 *
 * @param o.findClaims rules, for a script without claims of either
 */
export function createModelFactChecker(o: {
  model: LanguageModel;
  findClaims: (script: string, signal: AbortSignal) => Promise<FactCheck>;
}): FactChecker {
  const { model, findClaims } = o;
  const { search } = model;
  return {
    name: model.name,
    search:
      search &&
      (async ({ script, signal }): Promise<Grounding> => {
        const prompt = JSON.stringify({ lines: numberLines(parseScript(script)) });
        const found = await search({ system: searchInstruction, prompt, signal });
        const { text: findings, ...rest } = found;
        return { engine: model.name, findings, ...rest };
      }),

    async check({ script, grounding, signal }) {
      const turns = parseScript(script);
      const findings = grounding?.findings ?? "";
      const answer = await model.complete({
        system: checkInstruction,
        prompt: JSON.stringify({ findings, lines: numberLines(turns) }),
        schema: answerSchema,
        findFault: (given) => findFault(given, turns),
        signal,
      });
      const claims = toClaims(answer, grounding);
      const form = judgeForm(turns.map(({ text }) => text).join("\n"));
      for (const [line, { text }] of turns.entries()) {
        if (claims.some((claim) => claim.line === line)) continue;
        for (const { quote } of findClaimsByRule([text], form))
          claims.push({ line, text: quote, verdict: "unchecked", sources: [] });
      }
      if (claims.length === 0) return findClaims(script, signal);
      claims.sort((one, other) => one.line - other.line);
      return summarize(claims, grounding);
    },
  };
}

const numberLines = (turns: readonly Turn[]) => turns.map(({ text }, line) => ({ line, text }));

function findFault({ claims }: Answer, turns: readonly Turn[]): string | null {
  if (claims.length > maxClaims) return `claimsが${maxClaims}件を超えている`;
  if (claims.some(({ line, text }) => text.trim() === "" || !turns[line]?.text.includes(text)))
    return "textが、そのlineの行にない";
  return null;
}

function toClaims({ claims }: Answer, grounding: Grounding | null): Claim[] {
  const cited = readCitations(grounding?.findings ?? "");
  return claims.map(({ line, text, verdict, note, sources }) => {
    const named = [...new Set(sources)]
      .filter((number) => cited.get(line)?.has(number))
      .map((number) => grounding?.sources[number - 1])
      .filter((source) => source !== undefined);
    return {
      line,
      text,
      verdict: verdict === "verified" && named.length === 0 ? "unchecked" : verdict,
      ...(note.trim() ? { note: note.trim().slice(0, maxNoteLength).toWellFormed() } : {}),
      sources: named,
    };
  });
}

/** `0:`, `**1行目**`, `- 行2:`, `行の番号: 3、4`, `5〜7:`. */
const lineNumbers =
  /^[\s*#>_•・-]*(?<before>(?:行の?番号|行|line)[\s*_:]*)?(?<numbers>\d{1,3}(?:\s*[,、・と〜~-]\s*\d{1,3})*)\s*(?<after>行目?|番)?[\s*_]*(?<end>:|[.)、。](?!\d)|-\s|$)?/iu;

/**
 * Sources by script line, as findings name them. A finding ends at the next number or an empty line; what has no line supports
 * none.
 */
function readCitations(findings: string): Map<number, Set<number>> {
  const cited = new Map<number, Set<number>>();
  let lines: number[] = [];
  let isHeading = false;
  for (const written of findings.split("\n")) {
    const folded = normalizeUnicode(written, "NFKC");
    const found = lineNumbers.exec(folded);
    const { before, numbers, after, end } = found?.groups ?? {};
    if (numbers !== undefined && (before || after || end !== undefined)) {
      lines = numbersOf(numbers);
      isHeading = folded.slice(found?.[0].length).replace(/[*_:\s]/gu, "") === "";
    } else if (written.trim() === "") {
      if (!isHeading) lines = [];
    } else isHeading = false;
    for (const [, source] of written.matchAll(/\[(\d+)\]/gu)) {
      for (const line of lines) cited.set(line, (cited.get(line) ?? new Set()).add(Number(source)));
    }
  }
  return cited;
}

/** 「1、2」 is 1 and 2, 「1〜3」 all three. */
function numbersOf(text: string): number[] {
  return text.split(/[,、・と]/u).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[〜~-]/u).map(Number);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
}

/** Confidence: share of verified claims. */
function summarize(claims: Claim[], grounding: Grounding | null): FactCheck {
  const count = (verdict: Claim["verdict"]) => claims.filter((claim) => claim.verdict === verdict).length;
  const [verified, disputed, unchecked] = [count("verified"), count("disputed"), count("unchecked")];
  const parts = [
    disputed > 0 && `食い違いのある記述が${disputed}件`,
    unchecked > 0 && `確かめられていない記述が${unchecked}件`,
  ].filter((part) => part !== false);
  const summary =
    parts.length === 0
      ? `事実として述べている${verified}件を、出典で確認しました。`
      : `${parts.join("、")}あります。${verified > 0 ? `${verified}件は出典で確認しました。` : ""}公開の前に、ご自身でもご確認ください。`;
  const { suggestions = [], renderedSuggestions } = grounding ?? {};
  return {
    status: verified === claims.length ? "verified" : "issues_found",
    confidence: Math.round((100 * verified) / claims.length),
    summary,
    issues: claims
      .filter(({ verdict }) => verdict !== "verified")
      .map(({ text, verdict, note }) =>
        verdict === "disputed"
          ? `「${text}」は、${note ?? "知られている事実と食い違っています。"}`
          : `「${text}」は、確かめられていません。`,
      ),
    claims,
    ...(suggestions.length > 0 ? { searches: suggestions } : {}),
    ...(renderedSuggestions === undefined ? {} : { searchSuggestions: renderedSuggestions }),
  };
}
