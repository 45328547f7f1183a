import { execFileSync } from "node:child_process";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import type { SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { median } from "../median.ts";
import { imageEnv } from "../mugen.ts";
import { processorSecondsWithChildren } from "../process-usage.ts";
import { characters, longestScript } from "./longest-script.ts";

export interface AudioJobTime {
  engine: string;
  engineS: number;
  jobS: number;
  /** Job to engine, median of the rounds. */
  ratio: number;
  /** Likewise processor time, with child processes; null without /proc. */
  processorRatio: number | null;
  processorS: number | null;
  audioS: number;
  /** Seconds of sound per second of processor time, median; null without /proc. */
  soundPerProcessorS: number | null;
  /** Seconds from asking the engine, whose threads have ended, to the first sentence; median. */
  firstSentenceS: number;
  /** Of a process that does one job, with the image's settings (MB). */
  peakMemoryMb: number;
  /** Longest block of the event loop (ms): calmest and worst round. */
  calmestDelayMs: number;
  worstDelayMs: number;
}

const rounds = 3;
/** Threads end half a second after their last work. */
const threadsEndMs = 1000;
/** A round takes half a minute on a quiet machine; longer hangs. */
const maxMinutesOfRound = 15;

/**
 * Times the whole audio job and the local speech engine alone, in turns, for the same 2,000 characters. Throws if a round takes
 * a quarter of an hour.
 */
export async function measureAudioJob(): Promise<AudioJobTime> {
  const engine = await createHtsEngine();
  const turns = longestScript();
  const ofEngine: Spent[] = [];
  const ofJob: Spent[] = [];
  const delays: number[] = [];
  const firstSentences: number[] = [];
  let audioS = 0;
  let spokenS = 0;
  const speakingRate = 1;
  const speak = async (signal: AbortSignal) => {
    await setTimeout(threadsEndMs);
    const started = performance.now();
    let isFirst = true;
    const onTurn = () => {
      if (isFirst) firstSentences.push((performance.now() - started) / 1000);
      isFirst = false;
    };
    const work = async () => {
      const spoken = await engine.speak(turns, { speakingRate, signal, onTurn });
      spokenS = spoken.reduce((sum, { length }) => sum + length, 0) / engine.sampleRate;
    };
    ofEngine.push(await spentOn(work));
  };
  const produce = async (signal: AbortSignal) => {
    const resolutionMs = 1;
    const delay = monitorEventLoopDelay({ resolution: resolutionMs });
    delay.enable();
    const spent = await spentOn(async () => {
      const { durationMs } = await produceAudio({ turns, engine, speakingRate, signal });
      audioS = durationMs / 1000;
    });
    delay.disable();
    ofJob.push(spent);
    delays.push(Math.max(0, delay.max / 1e6 - resolutionMs));
  };
  for (let round = 0; round < rounds; round++) {
    console.error(`  ${engine.name}, round ${round + 1} of ${rounds}`);
    // They take turns at being second, which finds files and code in memory.
    for (const work of round % 2 === 0 ? [speak, produce] : [produce, speak]) await withinRound(engine, work);
  }
  const ratiosOf = (seconds: (spent: Spent) => number) =>
    median(ofJob.map((job, round) => seconds(job) / seconds(ofEngine[round] ?? job)));
  const processor = ofJob.flatMap(({ processorS }) => processorS ?? []);
  const engineProcessor = ofEngine.flatMap(({ processorS }) => processorS ?? []);
  return {
    engine: engine.name,
    engineS: median(ofEngine.map(({ wallS }) => wallS)),
    jobS: median(ofJob.map(({ wallS }) => wallS)),
    ratio: ratiosOf(({ wallS }) => wallS),
    processorRatio: processor.length === 0 ? null : ratiosOf(({ processorS }) => processorS ?? Number.NaN),
    processorS: processor.length === 0 ? null : median(processor),
    audioS,
    soundPerProcessorS: processor.length === 0 ? null : spokenS / median(engineProcessor),
    firstSentenceS: median(firstSentences),
    peakMemoryMb: measureMemory(),
    calmestDelayMs: Math.min(...delays),
    worstDelayMs: Math.max(...delays),
  };
}

/** This process has done six jobs and keeps what they left: another one does a single job. */
function measureMemory(): number {
  const program = path.join(import.meta.dirname, "one-audio-job.ts");
  const output = execFileSync(process.execPath, [program], {
    env: { ...process.env, ...imageEnv },
    encoding: "utf8",
  });
  return Number(output);
}

interface Spent {
  wallS: number;
  processorS: number | null;
}

async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  const started = performance.now();
  const before = processorSecondsWithChildren(process.pid);
  await work();
  const after = processorSecondsWithChildren(process.pid);
  return {
    wallS: (performance.now() - started) / 1000,
    processorS: before === null || after === null ? null : after - before,
  };
}

async function withinRound(
  engine: SpeechEngine,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.timeout(maxMinutesOfRound * 60_000);
  await work(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new Error(
      `${engine.name} did not speak ${characters} characters within ${maxMinutesOfRound} minutes`,
      { cause: error },
    );
  });
}
