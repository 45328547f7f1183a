import type { Comparison } from "./compare-servers.ts";
import { decimal, Table } from "./table.ts";

/** What a run prints. */
export const table = new Table();
/** What a run writes, by part. */
export const results: Record<string, unknown> = {};
/** Values of the rows of budget.json. */
export const measured = new Map<string, number>();

export const megabytes = (value: number | null) => (value === null ? "unknown" : `${value} MB`);
export const percent = (of: number | null) => (of === null ? "unknown" : `${decimal(100 * of, 1)} %`);

/** Notes the worst ratio of processor time, for the table and for budget.json. */
export function noteGoal(what: string, comparisons: readonly Comparison[], goal: number): void {
  const worst = table.noteGoal(what, comparisons, goal);
  if (worst !== null) measured.set(what, worst);
}
