import { setTimeout as delay } from "node:timers/promises";
import { processorSeconds, residentMegabytes } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

/** Some ten seconds after the start V8 collects its garbage, once: a tenth of a second of processor time. */
const settlesInS = 15;
/** So long the processor time of an idle process is measured, in seconds. */
const idleS = 20;

export interface Start {
  /** Seconds from the start of the process to the first good answer: on an empty data folder, and on the same one again. */
  firstS: number;
  secondS: number;
  /** Resident memory three seconds later, and the share of a core that an idle process needs; null where they can't be read. */
  idleMb: number | null;
  idleShare: number | null;
}

/** Starts the program twice on a folder that is empty at first, and leaves it idle. */
export async function measureStart(start: () => Promise<RunningProgram>): Promise<Start> {
  const first = await start();
  await first.stop();
  const second = await start();
  // What the start itself needed is given back by then.
  await delay(3000);
  const idleMb = residentMegabytes(second.pid);
  await delay(1000 * settlesInS);
  const before = processorSeconds(second.pid);
  await delay(1000 * idleS);
  const after = processorSeconds(second.pid);
  await second.stop();
  const idleShare = before === null || after === null ? null : (after - before) / idleS;
  return { firstS: first.readyS, secondS: second.readyS, idleMb, idleShare };
}
