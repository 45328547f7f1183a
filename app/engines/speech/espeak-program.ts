import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readWav } from "./read-wav.ts";

/** Speaks lines, each of at most 900 bytes, by the options of the program's command line. Synchronous: for a worker thread. */
export type SpeakLines = (
  lines: readonly string[],
  options: readonly string[],
  /** Called for each line in its order, as soon as it is spoken: 16-bit PCM; none where the program failed. */
  onLine: (pcm: Uint8Array) => void,
) => void;

/** Where its variants are described. Two have an echo of 0.14 s, in which no sentence has an end and every voice stands in a hall. */
const variantFolder = "/usr/local/share/espeak-ng-data/voices/!v/";
const output = "/out.wav";

/**
 * Loads eSpeak NG (WebAssembly), which speaks at `sampleRate`. It is run once for many lines, as it begins by loading its
 * data for 7 ms: it reads them from its standard input, and a line is spoken when it asks for the next one.
 *
 * Each run needs the initial memory, because `main` has static state. Restoring the memory of one instance takes 3 ms,
 * a new instance 55–110 ms.
 */
export async function loadEspeak(sampleRate: number): Promise<SpeakLines> {
  const { default: createEspeak } = await import("espeak-ng");
  const folder = dirname(createRequire(import.meta.url).resolve("espeak-ng"));
  const compiled = await WebAssembly.compile(await readFile(join(folder, "espeak-ng.wasm")));
  let instance: WebAssembly.Instance | undefined;
  let readByte: () => number | null = () => null;
  const espeak = await createEspeak({
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    stdin: () => readByte(),
    print: () => {},
    printErr: () => {},
  });
  const exported = instance?.exports ?? {};
  const { memory, malloc, fflush, __main_argc_argv: main } = exported;
  if (
    !(memory instanceof WebAssembly.Memory) ||
    typeof malloc !== "function" ||
    typeof fflush !== "function" ||
    typeof main !== "function"
  ) {
    throw new Error("this build of espeak-ng does not export what is needed to run it repeatedly");
  }
  for (const variant of ["f2", "f4"]) {
    const file = `${variantFolder}${variant}`;
    if (!espeak.FS.analyzePath(file).exists) continue;
    const described = new TextDecoder().decode(espeak.FS.readFile(file));
    espeak.FS.writeFile(file, described.replace(/^echo .*$/m, ""));
  }
  const initialMemory = new Uint8Array(memory.buffer).slice();

  const run = (options: readonly string[]): void => {
    new Uint8Array(memory.buffer).set(initialMemory);
    const pointers = ["espeak-ng", "-w", output, ...options].map((argument) => {
      const bytes = new TextEncoder().encode(`${argument}\0`);
      const pointer = Number(malloc(bytes.length));
      new Uint8Array(memory.buffer).set(bytes, pointer);
      return pointer;
    });
    const argv = Number(malloc(4 * (pointers.length + 1)));
    new Uint32Array(memory.buffer).set([...pointers, 0], argv / 4);
    main(pointers.length, argv);
  };

  /** What was written to the file from `at` on. */
  const readOutput = (at: number): Uint8Array => {
    // All streams: what is still in the program's own buffers.
    fflush(0);
    if (!espeak.FS.analyzePath(output).exists) return new Uint8Array();
    const bytes = new Uint8Array(espeak.FS.stat(output).size - at);
    const stream = espeak.FS.open(output, "r");
    espeak.FS.read(stream, bytes, 0, bytes.length, at);
    espeak.FS.close(stream);
    return bytes;
  };

  return (lines, options, onLine) => {
    let spoken = 0;
    let failure: { error: unknown } | undefined;
    const finish = (pcm: Uint8Array) => {
      spoken++;
      onLine(pcm);
    };
    while (spoken < lines.length) {
      const first = spoken;
      let written = 0;
      let line: { bytes: Uint8Array; at: number } | undefined;
      const finishLine = () => {
        const bytes = readOutput(written);
        const pcm = written === 0 ? pcmOf(bytes, sampleRate) : bytes;
        written += bytes.length;
        line = undefined;
        finish(pcm);
      };
      readByte = () => {
        try {
          if (line && line.at > line.bytes.length) finishLine();
        } catch (error) {
          // For the program this would be a read that failed.
          failure = { error };
        }
        const text = lines[spoken];
        if (failure || text === undefined) return null;
        line ??= { bytes: new TextEncoder().encode(`${text}\n`), at: 0 };
        // A read ends with the line.
        return line.bytes[line.at++] ?? null;
      };
      try {
        run(options);
      } catch {
        // A trap or an exit(): the line that was begun can't be spoken, and the next run starts with the initial memory.
      }
      if (failure) throw failure.error;
      if (line || spoken === first) finish(new Uint8Array());
      if (espeak.FS.analyzePath(output).exists) espeak.FS.unlink(output);
    }
  };
}

/** The samples of a file that is still being written. */
function pcmOf(file: Uint8Array, sampleRate: number): Uint8Array {
  const wav = readWav(file);
  if (wav && wav.sampleRate !== sampleRate)
    throw new Error(`eSpeak NG spoke at ${wav.sampleRate} Hz, not ${sampleRate}`);
  return wav?.pcm ?? new Uint8Array();
}
