import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../run-thread.ts";
import { loadKanaReader } from "./kana-reader.ts";
import { pcmToFloat, readWav } from "./read-wav.ts";
import { speakableText } from "./speakable-text.ts";

/** The thread's `workerData`. */
export interface EspeakJob {
  /** Texts with the options of their voices on eSpeak's command line. */
  turns: readonly { text: string; voice: readonly string[] }[];
  speakingRate: number;
  sampleRate: number;
  /** Samples of silence for a turn that can't be spoken. */
  silentSamples: number;
}

/** The thread's messages: one per turn, in order. */
export interface EspeakTurn {
  samples: Float32Array<ArrayBuffer>;
}

/** Words per minute, `175 · rate^0.94`: with this exponent the measured duration is inversely proportional to the rate. */
function wordsPerMinute(speakingRate: number): number {
  return Math.round(175 * speakingRate ** 0.94);
}

/** Where its variants are described. Two have an echo of 0.14 s, in which no sentence has an end and every voice stands in a hall. */
const variantFolder = "/usr/local/share/espeak-ng-data/voices/!v/";

const job: EspeakJob = workerData;
lowerPriority();
const [espeak, readKana] = await Promise.all([loadEspeak(), loadKanaReader()]);

for (const turn of job.turns) {
  const samples = speakTurn(turn);
  const message: EspeakTurn = { samples };
  parentPort?.postMessage(message, [samples.buffer]);
}

function speakTurn(turn: EspeakJob["turns"][number]): Float32Array<ArrayBuffer> {
  const silence = () => new Float32Array(job.silentSamples);
  const kana = readKana(speakableText(turn.text));
  if (kana === "") return silence();
  const file = espeak(kana, [...turn.voice, "-s", String(wordsPerMinute(job.speakingRate))]);
  const wav = file && readWav(file);
  if (!wav) return silence();
  if (wav.sampleRate !== job.sampleRate)
    throw new Error(`eSpeak NG spoke at ${wav.sampleRate} Hz, not ${job.sampleRate}`);
  const samples = new Float32Array(Math.floor(wav.pcm.byteLength / 2));
  pcmToFloat({ pcm: wav.pcm, target: samples, offset: 0 });
  return samples;
}

/**
 * Loads eSpeak NG (WebAssembly) and returns a function that runs its command line on a text and returns the WAV file,
 * or `undefined` when the program fails. Synchronous: for a worker thread.
 *
 * Each run needs the initial memory, because `main` has static state. Restoring the memory of one instance takes 2 ms,
 * a new instance 55–110 ms.
 */
async function loadEspeak(): Promise<(text: string, options: readonly string[]) => Uint8Array | undefined> {
  const { default: createEspeak } = await import("espeak-ng");
  const folder = dirname(createRequire(import.meta.url).resolve("espeak-ng"));
  const compiled = await WebAssembly.compile(await readFile(join(folder, "espeak-ng.wasm")));
  let instance: WebAssembly.Instance | undefined;
  const espeak = await createEspeak({
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    print: () => {},
    printErr: () => {},
  });
  const exported = instance?.exports ?? {};
  const { memory, malloc, __main_argc_argv: main } = exported;
  if (!(memory instanceof WebAssembly.Memory) || typeof malloc !== "function" || typeof main !== "function") {
    throw new Error("this build of espeak-ng does not export what is needed to run it repeatedly");
  }
  for (const variant of ["f2", "f4"]) {
    const file = `${variantFolder}${variant}`;
    if (!espeak.FS.analyzePath(file).exists) continue;
    const described = new TextDecoder().decode(espeak.FS.readFile(file));
    espeak.FS.writeFile(file, described.replace(/^echo .*$/m, ""));
  }
  const initialMemory = new Uint8Array(memory.buffer).slice();

  return (text, options) => {
    new Uint8Array(memory.buffer).set(initialMemory);
    const input = "/in.txt";
    const output = "/out.wav";
    // The text is passed in a file, so that it can't be parsed as an option.
    espeak.FS.writeFile(input, text);
    try {
      const pointers = ["espeak-ng", "-w", output, "-f", input, ...options].map((argument) => {
        const bytes = new TextEncoder().encode(`${argument}\0`);
        const pointer = Number(malloc(bytes.length));
        new Uint8Array(memory.buffer).set(bytes, pointer);
        return pointer;
      });
      const argv = Number(malloc(4 * (pointers.length + 1)));
      new Uint32Array(memory.buffer).set([...pointers, 0], argv / 4);
      main(pointers.length, argv);
      return espeak.FS.analyzePath(output).exists ? espeak.FS.readFile(output) : undefined;
    } catch {
      // A trap or an exit(): this text can't be spoken, and the next run starts with the initial memory.
      return undefined;
    } finally {
      if (espeak.FS.analyzePath(output).exists) espeak.FS.unlink(output);
    }
  };
}
