import type { Comparison } from "./compare-servers.ts";

/** What, how much, compared, and beside what; each row goes to stderr at once. */
export class Table {
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
