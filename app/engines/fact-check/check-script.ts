import { isHostPhrase } from "#app/engines/script/phrases.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { parseScript } from "#app/engines/script/script.ts";
import type { Claim as CheckedClaim, FactCheck } from "./fact-check.schema.ts";
import { type Claim, type ClaimKind, findClaims, graveKinds } from "./find-claims.ts";
import { hasNote, withoutNotes } from "./notes.ts";
import { judgeForm, type TextForm } from "./text-form.ts";

const names: Record<Exclude<ClaimKind, "statement">, string> = {
  date: "年や日付",
  figure: "数値",
  superlative: "「一番」にあたる言い方",
  absolute: "言い切り",
  hearsay: "伝え聞き",
  medical: "体や健康についての内容",
  law: "法律や決まりについての内容",
  money: "お金についての内容",
  person: "特定の人についての内容",
  cause: "原因と結果についての内容",
};

const maxIssues = 10;

export const uncheckedSummary = "事実かどうかは、まだ確かめていません。";

/** Inner brackets become 『』. */
const inQuotes = (text: string) => text.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));

const isGrave = ({ kinds }: Claim) => kinds.some((kind) => graveKinds.includes(kind));

/** As Japanese sentences that quote claims in 「」, health, law and money first; plain statements share one. */
function describeClaims(claims: readonly Claim[]): string[] {
  const others = claims.filter((claim) => !claim.kinds.includes("statement") && !isGrave(claim));
  const marked = [...claims.filter(isGrave), ...others];
  const statements = claims.filter(({ kinds }) => kinds.includes("statement"));
  const issues = marked.slice(0, maxIssues).map(({ quote, kinds }) => {
    const named = kinds.flatMap((kind) => (kind === "statement" ? [] : [names[kind]]));
    return `「${inQuotes(quote)}」に含まれる${named.join("と")}は、確認していません。`;
  });
  if (marked.length > issues.length)
    issues.push(`このほかにも、確認していない文が${marked.length - issues.length}件あります。`);
  const first = statements[0];
  if (first) {
    const rest = statements.length === 1 ? "と" : "など、";
    const count = statements.length === 1 ? "ていますが" : `た文が${statements.length}件ありますが`;
    issues.push(`「${inQuotes(first.quote)}」${rest}事実として述べ${count}、確認していません。`);
  }
  return issues;
}

/** By line, without the hosts' words. Without `form` judged by the script's remaining text. */
function findScriptClaims(script: string, form?: TextForm): { found: Claim[]; claims: CheckedClaim[] } {
  const found: Claim[] = [];
  const claims: CheckedClaim[] = [];
  const own = parseScript(script).map(({ text }) => (isHostPhrase(text) ? "" : withoutNotes(text)));
  const formOfAll = form ?? judgeForm(own.filter((text) => text !== "").join("\n"));
  own.forEach((text, line) => {
    const sentences = text.split("\n").flatMap((row) => readBlocks(row).map((block) => block.text));
    for (const claim of findClaims(sentences, formOfAll)) {
      found.push(claim);
      claims.push({ line, text: claim.quote, verdict: "unchecked", sources: [] });
    }
  });
  return { found, claims };
}

/**
 * Checks without sources: finds claims, verifies none, confidence 0. No issues if the script itself says that it is unchecked.
 *
 * `title`: the member's, perhaps not in the script. `form` of their text if known: a script shows less of it.
 */
export function checkScript(o: { script: string; title?: string; form?: TextForm }): FactCheck {
  const { found, claims } = findScriptClaims(o.script, o.form);
  const ofTitle = o.title && !o.script.includes(o.title) ? findClaims([o.title], o.form) : [];
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
