/** The package's own types need it installed. */
declare module "piper-plus/wasm/multilingual" {
  export function initSync(o: { module: WebAssembly.Module }): unknown;
  export class WasmPhonemizer {
    /** Throws for an unusable configuration. */
    constructor(configuration: string);
    /** Throws for empty text. */
    phonemize(text: string, language?: string): PhonemizeResult;
  }
  interface PhonemizeResult {
    readonly phonemeIds: Int32Array;
    readonly prosodyFeatures: Int32Array;
    free(): void;
  }
}
