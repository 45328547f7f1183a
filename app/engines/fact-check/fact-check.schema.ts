import { z } from "zod";

const claim = z
  .object({
    line: z.int().min(0).describe("台本の行。はじめの行が0"),
    text: z.string().describe("確かめる対象になる部分"),
    verdict: z.enum(["verified", "unchecked", "disputed"]).describe("確認済み、要確認、または相違"),
    note: z.string().optional().describe("判定の理由"),
    sources: z.array(z.object({ title: z.string(), url: z.string() })).describe("出典"),
  })
  .meta({ id: "Claim", description: "台本が事実として述べていることと、その判定です。" });

/** `line` from 0 (`parseScript`); `text` is an unchanged part of it. */
export type Claim = z.infer<typeof claim>;

export const factCheckSchema = z
  .object({
    status: z.enum(["verified", "issues_found"]).describe("確認済み、または要確認"),
    confidence: z.number().min(0).max(100).describe("信頼度（%）。何も照らし合わせていなければ0"),
    summary: z.string().describe("日本語の1〜2文"),
    issues: z.array(z.string()).describe("指摘事項。要確認でも空のことがあります"),
    claims: z.array(claim).describe("行ごとの判定。台本の順"),
    searches: z
      .array(z.object({ text: z.string(), url: z.string() }))
      .optional()
      .describe("確認に使ったGoogle検索。結果とともに示します"),
    searchSuggestions: z
      .string()
      .optional()
      .describe("Googleの検索候補のHTML。あるときは`searches`の代わりに、手を加えずに結果とともに示します"),
  })
  .meta({ id: "FactCheck", description: "ファクトチェックの結果です。" });

/** `verified` is 確認済み, `issues_found` 要確認. Confidence in percent; 0 (nothing looked up) shows 未確認. */
export type FactCheck = z.infer<typeof factCheckSchema>;
