import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseScript, type Turn } from "#app/features/tracks/script.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { produceAudio } from "#jobs/engines/audio/produce-audio.ts";
import { createEspeakEngine } from "#jobs/engines/speech/espeak-ng.ts";
import { createOpenJtalkEngine } from "#jobs/engines/speech/open-jtalk.ts";
import type { SpeechEngine } from "#jobs/engines/speech/speech-engine.ts";
import { median } from "../median.ts";

export interface AudioJobTime {
  engine: string;
  /** Seconds, medians. */
  engineS: number;
  jobS: number;
  /** Of job to engine: the median of the rounds. */
  ratio: number;
  audioS: number;
  /** The longest time that the event loop of a job was held up, in milliseconds: in the calmest round and the worst. */
  calmestDelayMs: number;
  worstDelayMs: number;
}

const characters = 2000;
const rounds = 3;

/** Time of the whole audio job beside that of its speech engine alone, for the same 2,000 characters, in turns. */
export async function measureAudioJob(o: { workDir: string }): Promise<AudioJobTime[]> {
  const openJtalk = await createOpenJtalkEngine({ workDir: o.workDir });
  const turns = takeTurns();
  const measured: AudioJobTime[] = [];
  for (const engine of [...(openJtalk ? [openJtalk] : []), createEspeakEngine()]) {
    if (await speaks(engine)) measured.push(await measureEngine(engine, turns));
  }
  return measured;
}

async function measureEngine(engine: SpeechEngine, turns: readonly Turn[]): Promise<AudioJobTime> {
  const engineS: number[] = [];
  const jobS: number[] = [];
  const delays: number[] = [];
  let audioS = 0;
  const options = { speakingRate: 1, signal: AbortSignal.timeout(90_000) };
  const speak = async () => {
    const started = performance.now();
    await engine.speak(turns, options);
    engineS.push((performance.now() - started) / 1000);
  };
  const produce = async () => {
    const resolutionMs = 1;
    const delay = monitorEventLoopDelay({ resolution: resolutionMs });
    delay.enable();
    const started = performance.now();
    const audio = await produceAudio({ ...options, turns, engine });
    jobS.push((performance.now() - started) / 1000);
    delay.disable();
    delays.push(Math.max(0, delay.max / 1e6 - resolutionMs));
    audioS = audio.durationMs / 1000;
  };
  for (let round = 0; round < rounds; round++) {
    // Whoever is second finds files and code in memory: they take turns at that too.
    for (const work of round % 2 === 0 ? [speak, produce] : [produce, speak]) await work();
  }
  return {
    engine: engine.name,
    engineS: median(engineS),
    jobS: median(jobS),
    ratio: median(jobS.map((seconds, round) => seconds / (engineS[round] ?? Number.NaN))),
    audioS,
    calmestDelayMs: Math.min(...delays),
    worstDelayMs: Math.max(...delays),
  };
}

/** Whether the engine is there: the bundled one is an optional package. */
async function speaks(engine: SpeechEngine): Promise<boolean> {
  return engine
    .speak([{ speaker: "A", text: "こんばんは" }], { speakingRate: 1, signal: AbortSignal.timeout(30_000) })
    .then(
      () => true,
      (error: unknown) => {
        console.error(`${engine.name} does not work here: ${error}`);
        return false;
      },
    );
}

/** Turns of the seed's scripts up to the longest text that a member may hand in. */
function takeTurns(): Turn[] {
  const turns: Turn[] = [];
  let left = characters;
  for (const { speaker, text } of officialTracks.flatMap(({ script }) => parseScript(script))) {
    if (left <= 0) break;
    turns.push({ speaker, text: text.slice(0, left) });
    left -= text.length;
  }
  return turns;
}
