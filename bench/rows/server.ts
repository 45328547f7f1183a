import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#test/databases/postgres.ts";
import { missingForFleet } from "#test/fleet/start-fleet.ts";
import type { Installation } from "../fill/fill-installation.ts";
import { fillPollers } from "../fill/fill-pollers.ts";
import { type AudioJobTime, measureAudioJob } from "../measure/measure-audio-job.ts";
import { dearestGoalMs, measureDearest } from "../measure/measure-dearest.ts";
import { measureFleet } from "../measure/measure-fleet.ts";
import { measurePlays } from "../measure/measure-plays.ts";
import { measurePolling, pollingGoal } from "../measure/measure-polling.ts";
import { measureStreams } from "../measure/measure-streams.ts";
import { dataDir, filled, folder, startMugen } from "../mugen.ts";
import { processorSeconds, residentMegabytes } from "../process-usage.ts";
import { decimal, measured, megabytes, percent, results, table } from "../results.ts";
import { measureScale, scaleSizes } from "../scale/measure-scale.ts";
import { type RunningProgram, startProgram } from "../start-program.ts";

export async function start(): Promise<void> {
  console.error("Start …");
  const started = await measureStart(() => startMugen({ DATA_DIR: dataDir("empty") }));
  const { firstS, secondS, idleMb, idleShare } = started;
  table.note("first start, to the first good answer", `${firstS.toFixed(2)} s`);
  table.note("second start", `${secondS.toFixed(2)} s`);
  table.note("memory, three seconds after the start", megabytes(idleMb));
  table.note("processor of an idle process, of one core", percent(idleShare));
  measured.set("first start, s", firstS).set("second start, s", secondS);
  if (idleMb !== null) measured.set("memory of an idle process, MB", idleMb);
  if (idleShare !== null) measured.set("processor of an idle process, % of a core", 100 * idleShare);
  results.start = started;
}

/** Where Postgres and nginx are installed. */
export function fleet(): void {
  console.error("Fleet …");
  if (missingForFleet) {
    table.note("a mixed day on a fleet", "not measured", "", `${missingForFleet} is missing`);
    return;
  }
  const days = measureFleet();
  const [first] = days;
  for (const { webs, perSecond, refused, acts, cores } of days) {
    const busy = Object.entries(cores).map(([kind, share]) => `${kind} ${share.toFixed(2)}`);
    table.note(
      `a mixed day on ${webs} web process${webs === 1 ? "" : "es"}, acts`,
      `${decimal(perSecond)}/s`,
      `×${(perSecond / (first?.perSecond ?? Number.NaN)).toFixed(2)}`,
      `cores: ${busy.join(", ")}; ${refused} refused`,
    );
    for (const { name, count, p50Ms, p95Ms } of acts)
      table.note(`  ${name}`, decimal(count), "", `p50 ${decimal(p50Ms)} ms, p95 ${decimal(p95Ms)} ms`);
  }
  results.fleet = days;
}

export async function dearest(): Promise<void> {
  console.error("Dearest request …");
  const mugen = await startMugen({ DATA_DIR: filled });
  const found = await measureDearest(mugen);
  await mugen.stop();
  const [worst] = found;
  if (!worst) throw new Error("no request was measured");
  table.note(
    "dearest request of a visitor, processor time",
    `${worst.cpuMs.toFixed(1)} ms`,
    worst.cpuMs > dearestGoalMs ? "MISSED" : "",
    `${worst.request}; at most ${dearestGoalMs} ms`,
  );
  measured.set("dearest request of a visitor, ms of processor", worst.cpuMs);
  results.dearest = found;
}

export async function plays({ trackId }: Installation): Promise<void> {
  console.error("Plays …");
  const plays = await measurePlays({ dataDir: filled, trackId, log: path.join(folder, "plays.log") });
  table.note("plays at once, counted", `${plays.counted} of ${plays.sent}`, "", "1,000 a round, one track");
  table.note(
    "home meanwhile, p95",
    `${plays.busyP95Ms.toFixed(1)} ms`,
    `×${plays.ratio.toFixed(2)}`,
    `without plays ${plays.quietP95Ms.toFixed(1)} ms; all answered within ${decimal(plays.answeredMs)} ms`,
  );
  results.plays = plays;
}

/** Measures a thousand members who are told the unread count by streams, or by polling. */
export async function polling(): Promise<void> {
  console.error("Polling …");
  const tokens = await fillPollers(dataDir("polling"));
  const mugen = await startMugen({ DATA_DIR: dataDir("polling") });
  const port = await freePort();
  const plain = await startProgram({
    name: "node:http",
    command: process.execPath,
    args: ["bench/count-server.ts", "--port", String(port)],
    port,
    path: "/",
    log: path.join(folder, "count-server.log"),
  });
  const streams = await measureStreams({ mugen, tokens });
  table.note(
    `${decimal(streams.members)} members with an open stream, of one core`,
    percent(streams.share),
    streams.share !== null && streams.share > pollingGoal ? "MISSED" : "",
    `${streams.kilobytesEach === null ? "memory unknown" : `${decimal(streams.kilobytesEach)} KB each`}; ${streams.told} of ${streams.changes} changes told; at most ${percent(pollingGoal)}`,
  );
  const measured = await measurePolling({ mugen, plain, tokens });
  await mugen.stop();
  await plain.stop();
  const { members, share, plainShare, idleShare, askedPerSecond, changed, p99Ms } = measured;
  table.note(
    `${decimal(members)} members polling, of one core`,
    percent(share),
    share !== null && share > pollingGoal ? "MISSED" : "",
    `node:http ${percent(plainShare)}; ${percent(idleShare)} with nobody asking; ${decimal(askedPerSecond)} questions/s, p99 ${p99Ms.toFixed(1)} ms, ${percent(changed)} told anew; at most ${percent(pollingGoal)}`,
  );
  results.polling = { ...measured, streams };
}

/** Measures pages from 1,000 to 1,000,000 tracks, on both databases. */
export async function scale(): Promise<void> {
  console.error("Scale …");
  const scale = await measureScale({ folder, start: startMugen, say: (line) => console.error(`  ${line}`) });
  for (const row of scale.rows) {
    table.note(
      `${row.database}, ${row.page}`,
      `${row.timings.map(({ p95Ms }) => p95Ms.toFixed(1)).join(" / ")} ms`,
      `×${row.growth.toFixed(2)}`,
      row.holds ? "" : "MISSED",
    );
  }
  table.note(
    "scale: p95",
    scaleSizes.map((size) => decimal(size)).join(" / "),
    "",
    "growth 100,000 → 1,000,000",
  );
  results.scale = scale;
}

export async function audio(): Promise<void> {
  console.error("Audio …");
  const job = await measureAudioJob();
  table.note(
    `audio job of 2,000 characters, ${job.engine} engine`,
    `${job.jobS.toFixed(2)} s`,
    `×${job.ratio.toFixed(2)}`,
    `engine alone ${job.engineS.toFixed(2)} s; ${processor(job)}; ${decimal(job.audioS)} s of audio; event loop held up ${job.calmestDelayMs.toFixed(0)}–${job.worstDelayMs.toFixed(0)} ms at most`,
  );
  table.note(
    "local voice",
    job.soundPerProcessorS === null ? "unknown" : `×${job.soundPerProcessorS.toFixed(0)}`,
    "",
    `seconds of sound in a second of one core; first sentence after ${job.firstSentenceS.toFixed(2)} s; at most ${job.peakMemoryMb.toFixed(0)} MB`,
  );
  measured.set("memory of an audio job, MB", job.peakMemoryMb);
  results.audio = job;
}

const processor = ({ processorS, processorRatio }: AudioJobTime): string =>
  processorS === null || processorRatio === null
    ? "processor time unknown"
    : `processor ${processorS.toFixed(2)} s, ×${processorRatio.toFixed(2)}`;

/** Prevents counting V8's one collection some ten seconds after the start, a tenth of a second of processor time. */
const settlesInS = 15;
const idleS = 20;

interface Start {
  /** Seconds to the first good answer: on an empty data folder, then again. */
  firstS: number;
  secondS: number;
  /** Three seconds later; null without /proc. */
  idleMb: number | null;
  idleShare: number | null;
}

/** Twice on a folder that is empty at first. */
async function measureStart(start: () => Promise<RunningProgram>): Promise<Start> {
  const first = await start();
  await first.stop();
  const second = await start();
  // The start's memory is given back by then.
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
