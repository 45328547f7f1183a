import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Loads eSpeak NG (WebAssembly) and returns a function that runs its command line on one text and gives the WAV file,
 * or `undefined` when the program failed on it. Only for a worker thread: both loading and running are synchronous work.
 *
 * A run needs a fresh program (its `main` keeps static state), and a fresh instance costs 55–110 ms. One instance is
 * reused by setting its memory back to what it was before the first run, which costs 2 ms.
 */
export async function loadEspeak(): Promise<
  (text: string, options: readonly string[]) => Uint8Array | undefined
> {
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
  const pristine = new Uint8Array(memory.buffer).slice();

  return (text, options) => {
    new Uint8Array(memory.buffer).set(pristine);
    const input = "/in.txt";
    const output = "/out.wav";
    // The text goes through a file, so that no text can be taken for an option.
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
      // A trap or an exit() of the program: this text is unspeakable, and the next run starts from pristine memory.
      return undefined;
    } finally {
      if (espeak.FS.analyzePath(output).exists) espeak.FS.unlink(output);
    }
  };
}
