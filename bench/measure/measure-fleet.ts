import { execFileSync } from "node:child_process";
import path from "node:path";

/** A mixed day on so many web processes. */
export interface FleetDay {
  webs: number;
  /** Acts of all kinds. */
  perSecond: number;
  /** Of them those with an answer of 400 or more: limits, and likes that were none. */
  refused: number;
  acts: readonly { name: string; count: number; p50Ms: number; p95Ms: number }[];
  /** Cores that each kind of process kept busy. */
  cores: Readonly<Record<string, number>>;
}

const sizes = [1, 2, 4];
const seconds = 15;

/**
 * Loads fleets of 1, 2 and 4 web processes behind nginx, on Postgres with a replica, with a mixed day: 90 % visitors, 9 % members,
 * 1 % creators, 48 at once without a pause. Each in a process of its own: what describes the tables is read once.
 */
export function measureFleet(): FleetDay[] {
  const program = path.join(import.meta.dirname, "one-fleet.ts");
  return sizes.map((webs) => {
    console.error(`  ${webs} web process${webs === 1 ? "" : "es"}`);
    const output = execFileSync(process.execPath, [program, "--webs", `${webs}`, "--seconds", `${seconds}`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 10 * 60_000,
    });
    return JSON.parse(output.trim().split("\n").at(-1) ?? "");
  });
}
