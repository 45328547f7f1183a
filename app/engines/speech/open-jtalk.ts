import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { speakableText, splitForSpeech } from "#app/engines/readings/speakable-text.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Speaker, Turn } from "#app/engines/script/script.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { breakLongPhrases } from "./breath-groups.ts";
import {
  findOpenJtalk,
  type HtsVoice,
  type OpenJtalkInstallation,
  type OpenJtalkPaths,
} from "./find-open-jtalk.ts";
import { pcmToFloat, readWav } from "./read-wav.ts";
import { resolveVoices, type SpeechEngine, unspeakableSilenceSeconds } from "./speech-engine.ts";

const processCount = 2;
/** A piece takes seconds; a process that runs this long hangs. */
const pieceTimeoutMs = 120_000;
/** At full volume loud vowels exceed the 16 bits of the output and are clipped. Tracks are normalised later. */
const volumeDecibels = -10;
/** Of the names of temporary folders. */
const workFolderPrefix = "open-jtalk-";
/** Bytes of PCM converted at once, which takes about 3 ms. */
const convertBytes = 1 << 20;

/**
 * The engine on Open JTalk, or `undefined` where the program or its dictionary is not installed. Throws when a
 * configured path is wrong. Each call has a temporary folder under `workDir`, which is created when missing.
 */
export async function createOpenJtalkEngine(
  o: OpenJtalkPaths & { workDir: string },
): Promise<SpeechEngine | undefined> {
  const installation = await findOpenJtalk(o);
  if (!installation) return undefined;
  return {
    name: "open-jtalk",
    voices: installation.voices,
    defaultVoices: installation.defaultVoices,
    sampleRate: installation.sampleRate,
    async speak(turns, { speakingRate, voices: chosen, signal, onTurn, onSpoken }) {
      signal.throwIfAborted();
      await mkdir(o.workDir, { recursive: true });
      const voices = resolveVoices(installation, chosen);
      const folder = await mkdtemp(join(o.workDir, workFolderPrefix));
      try {
        return await speakTurns({
          installation,
          voices,
          folder,
          turns,
          speakingRate,
          signal,
          onTurn,
          onSpoken,
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

interface Piece {
  turn: number;
  text: string;
  /** Samples as 16-bit PCM bytes; empty for an unspeakable piece. */
  pcm: Uint8Array;
}

async function speakTurns(o: {
  installation: OpenJtalkInstallation;
  voices: Record<Speaker, HtsVoice>;
  folder: string;
  turns: readonly Turn[];
  speakingRate: number;
  signal: AbortSignal;
  onTurn: ((spoken: number, total: number) => void) | undefined;
  onSpoken: ((index: number, samples: Float32Array) => void) | undefined;
}): Promise<Float32Array[]> {
  const pieces = o.turns.map(({ speaker, text }, turn) =>
    splitForSpeech(breakLongPhrases(speakableText(text), o.voices[speaker].maxMorae)).map(
      (piece): Piece => ({ turn, text: piece, pcm: new Uint8Array() }),
    ),
  );
  const queue = pieces.flat();
  const remaining = pieces.map((ofTurn) => ofTurn.length);
  const spoken: Float32Array[] = [];
  let done = 0;
  const finish = async (turn: number) => {
    const samples = await joinPieces(pieces[turn] ?? [], o.installation.sampleRate);
    spoken[turn] = samples;
    pieces[turn] = [];
    o.onSpoken?.(turn, samples);
    o.onTurn?.(++done, o.turns.length);
  };

  // When one process fails, the others are aborted; returns only when all have ended.
  const failed = new AbortController();
  const signal = AbortSignal.any([o.signal, failed.signal]);
  const speakQueue = async (): Promise<void> => {
    for (let piece = queue.shift(); piece; piece = queue.shift()) {
      const { speaker } = o.turns[piece.turn] ?? { speaker: "A" };
      const wav = await speakPiece({
        ...o,
        signal,
        voice: o.voices[speaker],
        text: piece.text,
        output: join(o.folder, `${piece.turn}-${queue.length}.wav`),
      });
      if (wav) piece.pcm = wav.pcm;
      remaining[piece.turn] = (remaining[piece.turn] ?? 0) - 1;
      if (remaining[piece.turn] === 0) await finish(piece.turn);
    }
  };
  const emptyTurns = remaining.flatMap((count, turn) => (count === 0 ? [turn] : []));
  for (const turn of emptyTurns) await finish(turn);
  const workers = Array.from({ length: processCount }, () =>
    speakQueue().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(workers);
  o.signal.throwIfAborted();
  if (ended.some(({ status }) => status === "rejected")) throw failed.signal.reason;
  return spoken;
}

/** The pieces of a turn as one buffer, converted in steps so that the event loop is not blocked. */
async function joinPieces(pieces: readonly Piece[], sampleRate: number): Promise<Float32Array> {
  const samples = pieces.reduce((sum, { pcm }) => sum + Math.floor(pcm.byteLength / 2), 0);
  if (samples === 0) return new Float32Array(Math.round(unspeakableSilenceSeconds * sampleRate));
  const target = new Float32Array(samples);
  let offset = 0;
  for (const { pcm } of pieces) {
    for (let at = 0; at < pcm.byteLength; at += convertBytes) {
      const step = pcm.subarray(at, at + convertBytes);
      pcmToFloat({ pcm: step, target, offset });
      offset += Math.floor(step.byteLength / 2);
      await yieldToEvents();
    }
  }
  return target;
}

/** Speaks one piece; `undefined` when it has nothing that can be spoken. */
async function speakPiece(o: {
  installation: OpenJtalkInstallation;
  voice: HtsVoice;
  speakingRate: number;
  text: string;
  output: string;
  signal: AbortSignal;
}): Promise<{ pcm: Uint8Array } | undefined> {
  const ended = await runOpenJtalk(o);
  if (ended.code === 0) {
    const file = await readFile(o.output);
    await rm(o.output);
    const wav = readWav(file);
    if (wav && wav.sampleRate !== o.installation.sampleRate)
      throw new Error(`open_jtalk spoke at ${wav.sampleRate} Hz`);
    return wav;
  }
  if (ended.stderr.includes("waveform cannot be synthesized")) return undefined;
  // If the program can speak a plain text, the error is due to this text.
  const probe = await runOpenJtalk({ ...o, text: "テスト" });
  if (probe.code === 0) return undefined;
  throw new Error(
    `open_jtalk does not work (${ended.code ?? ended.killedBy}): ${ended.stderr.trim().slice(-500)}`,
  );
}

/** Runs the program without a shell, with the text on its standard input. Rejects when it can't be started, and with `signal.reason` when aborted. */
async function runOpenJtalk(o: {
  installation: OpenJtalkInstallation;
  voice: HtsVoice;
  speakingRate: number;
  text: string;
  output: string;
  signal: AbortSignal;
}): Promise<{ code: number | null; killedBy: NodeJS.Signals | null; stderr: string }> {
  o.signal.throwIfAborted();
  const child = spawn(
    o.installation.program,
    [
      "-x",
      o.installation.dictionary,
      "-m",
      o.voice.file,
      "-fm",
      String(o.voice.halfTones),
      ...(o.voice.allPass === undefined ? [] : ["-a", String(o.voice.allPass)]),
      "-g",
      String(volumeDecibels),
      "-r",
      (o.speakingRate ** o.voice.rateExponent).toFixed(3),
      "-ow",
      o.output,
    ],
    // Without the environment, which holds secrets.
    { env: {}, stdio: ["pipe", "ignore", "pipe"], timeout: pieceTimeoutMs, killSignal: "SIGKILL" },
  );
  if (child.pid !== undefined) lowerPriority(child.pid);
  const kill = () => void child.kill("SIGKILL");
  o.signal.addEventListener("abort", kill, { once: true });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  // A program that ends before it has read everything breaks the pipe; its exit code is reported.
  child.stdin.on("error", () => {});
  child.stdin.end(`${o.text}\n`);
  try {
    const ended = await new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once("error", reject);
        child.once("close", (code, killedBy) => resolve({ code, killedBy }));
      },
    );
    o.signal.throwIfAborted();
    return { ...ended, stderr };
  } finally {
    o.signal.removeEventListener("abort", kill);
  }
}

/** A folder in use changes with every piece, which takes at most two minutes. */
const idleMs = 15 * 60_000;

/** Removes the folders with members' speech that killed processes have left in `workDir`, whoever works there still. */
export async function removeLeftoverSpeech(workDir: string, now: Date = new Date()): Promise<void> {
  for (const name of (await nullIfMissing(readdir(workDir))) ?? []) {
    if (!name.startsWith(workFolderPrefix)) continue;
    const folder = join(workDir, name);
    const found = await nullIfMissing(stat(folder));
    if (found && now.getTime() - found.mtimeMs > idleMs) await rm(folder, { recursive: true, force: true });
  }
}
