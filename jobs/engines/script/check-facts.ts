import type { FactCheck } from "#app/features/creation/fact-check.ts";
import { type Claim, type ClaimKind, findClaims } from "./find-claims.ts";

/** By how many percent a claim of a kind lowers the confidence; a claim of several kinds counts as its worst. */
const weights: Record<ClaimKind, number> = {
  date: 5,
  figure: 5,
  superlative: 6,
  absolute: 6,
  hearsay: 4,
  medical: 10,
  money: 8,
  name: 2,
  statement: 2,
};

const names: Record<ClaimKind, string> = {
  date: "年や日付",
  figure: "数値",
  superlative: "「一番」にあたる言い方",
  absolute: "言い切り",
  hearsay: "伝え聞き",
  medical: "体や健康についての内容",
  money: "お金についての内容",
  name: "固有の名前",
  statement: "事実として述べた内容",
};

/** Nothing to check leaves little doubt; anything that was not checked stays below the green band. */
const confidenceWithoutClaims = 90;
const highestWithClaims = 78;
const lowest = 20;
const mostIssues = 30;

/** The words that stand for all plain statements in one issue; revising answers it with one note. */
export const statementsMark = "事実として述べ";
/** The words of the issue that stands for all claims beyond `mostIssues`. */
export const furtherMark = "このほかにも";

export function weightOf(claim: Claim): number {
  return Math.max(...claim.kinds.map((kind) => weights[kind]));
}

/** Issues as Japanese sentences, each quoting its claim between 「 and 」. */
export function describeClaims(claims: readonly Claim[]): string[] {
  const marked = claims.filter((claim) => !claim.kinds.includes("statement"));
  const statements = claims.filter((claim) => claim.kinds.includes("statement"));
  const issues = marked
    .slice(0, mostIssues)
    .map(
      ({ quote, kinds }) =>
        `「${quote}」に含まれる${kinds.map((kind) => names[kind]).join("と")}は、確かめられていません。`,
    );
  const further = marked.length - issues.length;
  if (further > 0) issues.push(`${furtherMark}、確かめられていない文が${further}件あります。`);
  const first = statements[0];
  if (first) {
    issues.push(
      statements.length === 1
        ? `「${first.quote}」と${statementsMark}ていますが、確かめられていません。`
        : `「${first.quote}」など、${statementsMark}た文が${statements.length}件ありますが、確かめられていません。`,
    );
  }
  return issues;
}

/** The confidence, in percent, of a text with claims; `told` are those that the script itself calls unchecked. */
export function confidenceOf(o: { open: readonly Claim[]; told: readonly Claim[] }): number {
  if (o.open.length + o.told.length === 0) return confidenceWithoutClaims;
  const sum = (claims: readonly Claim[]): number => {
    const statements = claims.some((claim) => claim.kinds.includes("statement")) ? weights.statement : 0;
    return claims.reduce(
      (total, claim) => total + (claim.kinds.includes("statement") ? 0 : weightOf(claim)),
      statements,
    );
  };
  return Math.max(lowest, Math.round(highestWithClaims - sum(o.open) - sum(o.told) * 0.3));
}

/**
 * The honest fact check of a program that has no sources (decisions.md, Creation).
 *
 * `verified` is said only of a text in which no sentence claims anything that could be wrong: no date,
 * figure, superlative, absolute, hearsay, promise about health or money, name, and no plain statement
 * about the world, in a language the rules can read. Everything else is `issues_found`, with a confidence
 * that falls with each claim and never reaches the green band.
 */
export function checkFacts(sentences: readonly string[]): FactCheck {
  const claims = findClaims(sentences);
  const confidence = confidenceOf({ open: claims, told: [] });
  if (claims.length === 0) {
    return {
      status: "verified",
      confidence,
      summary: "確認が必要な数値・断定は見つかりませんでした。",
      issues: [],
    };
  }
  return {
    status: "issues_found",
    confidence,
    summary: `自動では確かめられない記述が${claims.length}件あります。公開の前に、ご自身でご確認ください。`,
    issues: describeClaims(claims),
  };
}
