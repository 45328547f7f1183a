/** What a fact check says about a text or a script (spec 3 §3). */
export interface FactCheck {
  /** `verified` is shown as 確認済み, `issues_found` as 要確認 (spec 3 §2.2). */
  status: "verified" | "issues_found";
  /** Percent, a whole number from 0 to 100. */
  confidence: number;
  /** One or two Japanese sentences. */
  summary: string;
  /** One Japanese sentence per issue; may be empty even when the status is `issues_found`. */
  issues: string[];
}

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
