import { generateLoad, type Load } from "./generate-load.ts";
import { median } from "./median.ts";
import type { RunningProgram } from "./start-program.ts";

export interface Target {
  name: string;
  program: Pick<RunningProgram, "port" | "pid">;
  requests: readonly Buffer[];
  status: number;
}

export interface Comparison extends Load {
  target: string;
  connections: number;
  /** Requests per second against the first target's in the same round; median of the rounds. */
  ratio: number;
  /** Likewise processor time per request; null without /proc. */
  cpuRatio: number | null;
  rounds: readonly Load[];
}

/**
 * Loads every target in turn, `rounds` times, in alternating order, so that other work of the machine meets all alike. Values
 * are medians; `ratio` is taken within each round.
 */
export async function compareServers(o: {
  targets: readonly Target[];
  connections: readonly number[];
  rounds: number;
  seconds: number;
}): Promise<Comparison[]> {
  const load = async (target: Target, connections: number, seconds: number) => {
    const { port, pid } = target.program;
    try {
      return await generateLoad({ ...target, port, pid, connections, seconds });
    } catch (error) {
      throw new Error(`${target.name} failed under load`, { cause: error });
    }
  };
  for (const target of o.targets) await warmUp((seconds) => load(target, 4, seconds));
  const compared: Comparison[] = [];
  for (const connections of o.connections) {
    const loadsOf = new Map<Target, Load[]>(o.targets.map((target) => [target, []]));
    for (let round = 0; round < o.rounds; round++) {
      for (const target of round % 2 === 0 ? o.targets : o.targets.toReversed())
        loadsOf.get(target)?.push(await load(target, connections, o.seconds));
    }
    const [first = []] = loadsOf.values();
    for (const [target, loads] of loadsOf) {
      compared.push({
        target: target.name,
        connections,
        perSecond: median(loads.map((load) => load.perSecond)),
        ratio: median(loads.map((load, round) => load.perSecond / (first[round]?.perSecond ?? Number.NaN))),
        cpuRatio: medianOrNull(
          loads.map(({ serverUs }, round) => {
            const beside = first[round]?.serverUs ?? null;
            return serverUs === null || beside === null ? null : serverUs / beside;
          }),
        ),
        p50Ms: median(loads.map((load) => load.p50Ms)),
        p99Ms: median(loads.map((load) => load.p99Ms)),
        serverUs: medianOrNull(loads.map((load) => load.serverUs)),
        serverBusy: medianOrNull(loads.map((load) => load.serverBusy)),
        generatorBusy: median(loads.map((load) => load.generatorBusy)),
        rounds: loads,
      });
    }
  }
  return compared;
}

/**
 * Until the processor time per request stops falling. Prevents measuring the compiler, which took a third of a page's time in
 * the first seconds.
 */
async function warmUp(load: (seconds: number) => Promise<Load>): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let run = 0; run < maxWarmUps; run++) {
    const { serverUs } = await load(1.5);
    if (serverUs === null || serverUs > 0.95 * before) return;
    before = serverUs;
  }
}

const maxWarmUps = 6;

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : median(known);
}
