import type { z } from "zod";
import type { factCheckReply } from "./fact-check.schema.ts";

/**
 * What a fact check says about a text or a script (spec 3 §3). `verified` is shown as 確認済み, `issues_found` as 要確認
 * (spec 3 §2.2); the confidence is a whole number of percent.
 */
export type FactCheck = z.infer<typeof factCheckReply>;

export type FactCheckBand = "high" | "middle" | "low";

/**
 * The colour band of a confidence in percent: 80 and more is high (green), 60 and more is middle
 * (amber), everything below is low (red) (spec 3 §9).
 */
export function factCheckBand(confidence: number): FactCheckBand {
  if (confidence >= 80) return "high";
  if (confidence >= 60) return "middle";
  return "low";
}
