import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Comparison } from "./compare-servers.ts";

/** What, how much, compared, and beside what; each row goes to stderr at once. */
class Table {
  readonly #rows: string[][] = [];

  note(...cells: string[]): void {
    this.#rows.push(cells);
    console.error(`  ${cells.filter((cell) => cell !== "").join("  ")}`);
  }

  noteLoads(unit: string, comparisons: readonly Comparison[]): void {
    for (const load of comparisons) {
      const isGeneratorTheLimit = load.generatorBusy > 0.9 && (load.serverBusy ?? 0) < 0.85;
      this.note(
        `${unit}, ${load.target}, ${load.connections} conn.`,
        `${decimal(load.perSecond)}/s`,
        `×${load.ratio.toFixed(2)}`,
        `p50 ${load.p50Ms.toFixed(2)} ms, p99 ${load.p99Ms.toFixed(1)} ms` +
          `${load.serverUs === null ? "" : `, ${decimal(load.serverUs)} µs CPU each (×${(load.cpuRatio ?? Number.NaN).toFixed(2)})`}${isGeneratorTheLimit ? ", generator is the limit" : ""}`,
      );
    }
  }

  /** With the worst ratio of processor time; null without /proc. */
  noteGoal(what: string, comparisons: readonly Comparison[], goal: number): number | null {
    const ratios = comparisons.map(({ cpuRatio }) => cpuRatio).filter((ratio) => ratio !== null);
    const worst = ratios.length === 0 ? null : Math.max(...ratios);
    const isMissed = worst !== null && worst > goal;
    this.note(
      what,
      worst === null ? "unknown" : `×${worst.toFixed(2)}`,
      isMissed ? "MISSED" : "",
      `at most ×${goal}`,
    );
    return worst;
  }

  print(): void {
    const widths = [0, 1, 2].map((column) => Math.max(...this.#rows.map((row) => row[column]?.length ?? 0)));
    console.log("");
    for (const [what = "", value = "", ratio = "", beside = ""] of this.#rows) {
      const [a = 0, b = 0, c = 0] = widths;
      console.log(`${what.padEnd(a)}  ${value.padStart(b)}  ${ratio.padStart(c)}  ${beside}`.trimEnd());
    }
  }
}

export const decimal = (value: number, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

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

/** `npm run bench -- scale lighthouse`. */
const parts = [
  "start",
  "ranges",
  "assets",
  "pages",
  "calls",
  "dearest",
  "plays",
  "polling",
  "lighthouse",
  "press",
  "playlist",
  "admin",
  "scale",
  "audio",
  "fleet",
] as const;

export type Part = (typeof parts)[number];

const budgetParts: readonly Part[] = ["start", "ranges", "assets", "pages", "calls", "dearest"];

/** The named parts, all by default; `budget` names its own. Throws for unknown names. */
export function askedParts(names: readonly string[]): ReadonlySet<Part> {
  if (names.includes("budget")) return new Set(budgetParts);
  const asked = names.map((name) => {
    const part = parts.find((known) => known === name);
    if (!part) throw new Error(`there is no part "${name}"; there are ${parts.join(", ")}`);
    return part;
  });
  return new Set(asked.length > 0 ? asked : parts);
}
