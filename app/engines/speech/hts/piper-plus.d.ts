/** What is used of the package, whose own types are only found where it is installed. */
declare module "piper-plus/wasm/multilingual" {
  export function initSync(o: { module: WebAssembly.Module }): unknown;
  export class WasmPhonemizer {
    /** Throws for a configuration that it can't use. */
    constructor(configuration: string);
    /** Throws for an empty text. */
    phonemize(text: string, language?: string): PhonemizeResult;
  }
  interface PhonemizeResult {
    readonly phonemeIds: Int32Array;
    /** Three for each of `phonemeIds`. */
    readonly prosodyFeatures: Int32Array;
    free(): void;
  }
}
