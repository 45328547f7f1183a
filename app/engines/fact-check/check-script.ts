import { isHostPhrase } from "#app/engines/script/phrases.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { Claim as CheckedClaim, FactCheck } from "./fact-check.schema.ts";
import { type Claim, type ClaimKind, findClaims } from "./find-claims.ts";
import { hasNote, withoutNotes } from "./notes.ts";

const names: Record<Exclude<ClaimKind, "statement">, string> = {
  date: "年や日付",
  figure: "数値",
  superlative: "「一番」にあたる言い方",
  absolute: "言い切り",
  hearsay: "伝え聞き",
  medical: "体や健康についての内容",
  money: "お金についての内容",
  person: "特定の人についての内容",
  cause: "原因と結果についての内容",
};

const maxIssues = 10;

/** Shown of every text: nothing was looked up. */
export const uncheckedSummary = "事実かどうかは、まだ確かめていません。";

/** Brackets inside brackets become 『』. */
const inQuotes = (text: string) => text.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));

/** The issues as Japanese sentences, each of which quotes its claim between 「 and 」; plain statements share one. */
function describeClaims(claims: readonly Claim[]): string[] {
  const marked = claims.filter(({ kinds }) => !kinds.includes("statement"));
  const statements = claims.filter(({ kinds }) => kinds.includes("statement"));
  const issues = marked.slice(0, maxIssues).map(({ quote, kinds }) => {
    const named = kinds.flatMap((kind) => (kind === "statement" ? [] : [names[kind]]));
    return `「${inQuotes(quote)}」に含まれる${named.join("と")}は、確認していません。`;
  });
  if (marked.length > issues.length)
    issues.push(`このほかにも、確認していない文が${marked.length - issues.length}件あります。`);
  const first = statements[0];
  if (first) {
    const others = statements.length === 1 ? "と" : "など、";
    const count = statements.length === 1 ? "ていますが" : `た文が${statements.length}件ありますが`;
    issues.push(`「${inQuotes(first.quote)}」${others}事実として述べ${count}、確認していません。`);
  }
  return issues;
}

/** The claims of a script by line; what the hosts add is none. */
function findScriptClaims(script: string): { found: Claim[]; claims: CheckedClaim[] } {
  const found: Claim[] = [];
  const claims: CheckedClaim[] = [];
  parseScript(script).forEach(({ text }, line) => {
    const own = isHostPhrase(text) ? "" : withoutNotes(text);
    for (const claim of findClaims(readBlocks(own).map((block) => block.text))) {
      found.push(claim);
      claims.push({ line, text: claim.quote, verdict: "unchecked", sources: [] });
    }
  });
  return { found, claims };
}

/**
 * A fact check without sources: it finds what a script claims and can't verify any, so that nothing is ever `verified` and the
 * confidence is 0, which is shown as none. Claims of a script that says itself that it was not checked are no issues.
 *
 * `title` is the member's own, which the script may not repeat.
 */
export function checkScript(o: { script: string; title?: string }): FactCheck {
  const { found, claims } = findScriptClaims(o.script);
  const ofTitle = o.title && !o.script.includes(o.title) ? findClaims([o.title]) : [];
  const isDisclosed = hasNote(o.script);
  const count = found.length + ofTitle.length;
  const rest = isDisclosed
    ? "台本の中でも、そう伝えています。"
    : count > 0
      ? `事実として述べている文が${count}件あります。公開の前に、ご自身でお確かめください。`
      : "";
  return {
    status: "issues_found",
    confidence: 0,
    summary: uncheckedSummary + rest,
    issues: isDisclosed ? [] : describeClaims([...ofTitle, ...found]),
    claims,
  };
}
