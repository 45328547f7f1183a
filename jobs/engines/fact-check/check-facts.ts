import type { FactCheck } from "#app/features/creation/creation.schema.ts";
import { type Claim, type ClaimKind, findClaims } from "./find-claims.ts";

/** Percentage points by which a claim lowers the confidence; the maximum for a claim of several kinds. */
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

/** Without claims in the high band (from 80 on), with unchecked claims below it. */
const confidenceWithoutClaims = 90;
const maxWithClaims = 78;
const minConfidence = 20;
const maxIssues = 30;

/** Part of the one issue that covers all plain statements. */
export const statementsPhrase = "事実として述べ";
/** The beginning of the issue that covers all claims beyond `maxIssues`. */
export const furtherClaimsPhrase = "このほかにも";

function weightOf(claim: Claim): number {
  return Math.max(...claim.kinds.map((kind) => weights[kind]));
}

/** The issues as Japanese sentences, each of which quotes its claim between 「 and 」. */
export function describeClaims(claims: readonly Claim[]): string[] {
  const marked = claims.filter((claim) => !claim.kinds.includes("statement"));
  const statements = claims.filter((claim) => claim.kinds.includes("statement"));
  const issues = marked
    .slice(0, maxIssues)
    .map(
      ({ quote, kinds }) =>
        `「${quote}」に含まれる${kinds.map((kind) => names[kind]).join("と")}は、確かめられていません。`,
    );
  const further = marked.length - issues.length;
  if (further > 0) issues.push(`${furtherClaimsPhrase}、確かめられていない文が${further}件あります。`);
  const first = statements[0];
  if (first) {
    issues.push(
      statements.length === 1
        ? `「${first.quote}」と${statementsPhrase}ていますが、確かめられていません。`
        : `「${first.quote}」など、${statementsPhrase}た文が${statements.length}件ありますが、確かめられていません。`,
    );
  }
  return issues;
}

/**
 * The confidence in percent: 90 without claims, else 78 minus the weight of each open claim and 0.3 × the weight of
 * each claim that the script itself discloses as unchecked, at least 20. All plain statements count once.
 */
export function confidenceOf(o: { open: readonly Claim[]; disclosed: readonly Claim[] }): number {
  if (o.open.length + o.disclosed.length === 0) return confidenceWithoutClaims;
  const sum = (claims: readonly Claim[]): number => {
    const statements = claims.some((claim) => claim.kinds.includes("statement")) ? weights.statement : 0;
    return claims.reduce(
      (total, claim) => total + (claim.kinds.includes("statement") ? 0 : weightOf(claim)),
      statements,
    );
  };
  return Math.max(minConfidence, Math.round(maxWithClaims - sum(o.open) - sum(o.disclosed) * 0.3));
}

/**
 * A fact check without sources: it finds claims, and can't verify any.
 *
 * `verified` only when no sentence claims anything that could be wrong: no date, figure, superlative, absolute,
 * hearsay, promise about health or money, name or plain statement, in a language that the rules can read. Otherwise
 * `issues_found` with one issue per claim.
 */
export function checkFacts(sentences: readonly string[]): FactCheck {
  const claims = findClaims(sentences);
  const confidence = confidenceOf({ open: claims, disclosed: [] });
  if (claims.length === 0) {
    return {
      status: "verified",
      confidence,
      summary: "確認が必要な数値・断定は見つかりませんでした。",
      issues: [],
      claims: [],
    };
  }
  return {
    status: "issues_found",
    confidence,
    summary: `自動では確かめられない記述が${claims.length}件あります。公開の前に、ご自身でご確認ください。`,
    issues: describeClaims(claims),
    claims: [],
  };
}
