import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Comparison } from "./compare-servers.ts";
import { decimal, Table } from "./table.ts";

export const table = new Table();
export const results: Record<string, unknown> = {};
export const measured = new Map<string, number>();

export const megabytes = (value: number | null) => (value === null ? "unknown" : `${value} MB`);
export const percent = (of: number | null) => (of === null ? "unknown" : `${decimal(100 * of, 1)} %`);

/** Notes the worst ratio of processor time. */
export function noteGoal(what: string, comparisons: readonly Comparison[], goal: number): void {
  const worst = table.noteGoal(what, comparisons, goal);
  if (worst !== null) measured.set(what, worst);
}

const budgetSchema = z.record(
  z.string(),
  z.union([z.object({ most: z.number() }), z.object({ least: z.number() })]),
);

/** Compares with `budget.json`; prints broken and unmeasured rows. Throws for a name that the budget lacks. */
export function isWithinBudget(measured: ReadonlyMap<string, number>): boolean {
  const broken = brokenRows(measured);
  console.log(broken.length === 0 ? "\nThe budget is kept." : `\nBroken:\n  ${broken.join("\n  ")}`);
  return broken.length === 0;
}

function brokenRows(measured: ReadonlyMap<string, number>): string[] {
  const budget = budgetSchema.parse(
    JSON.parse(readFileSync(path.join(import.meta.dirname, "budget.json"), "utf8")),
  );
  for (const name of measured.keys()) if (!(name in budget)) throw new Error(`budget.json has no "${name}"`);
  return Object.entries(budget).flatMap(([name, limit]) => {
    const value = measured.get(name);
    if (value === undefined) return [`${name}: not measured`];
    const isKept = "most" in limit ? value <= limit.most : value >= limit.least;
    const bound = "most" in limit ? `at most ${limit.most}` : `at least ${limit.least}`;
    return isKept ? [] : [`${name}: ${value.toFixed(2)}, ${bound}`];
  });
}
