import { z } from "zod";

/** What a fact check says about a text or a script (spec 3 §3). */
export const factCheckReply = z
  .object({
    status: z.enum(["verified", "issues_found"]).describe("確認済み、または要確認"),
    confidence: z.number().min(0).max(100).describe("信頼度（%）"),
    summary: z.string().describe("日本語の1〜2文"),
    issues: z.array(z.string()).describe("指摘事項。要確認でも空のことがあります"),
  })
  .meta({ id: "FactCheck", description: "ファクトチェックの結果です。" });

/** The same as it is sent in: no longer than ours get. */
export const factCheckSchema = z.object({
  ...factCheckReply.shape,
  summary: z.string().max(2000),
  issues: z.array(z.string().max(1000)).max(100),
});
