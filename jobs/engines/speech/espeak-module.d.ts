declare module "espeak-ng" {
  export interface EspeakModule {
    FS: {
      writeFile(path: string, data: string | Uint8Array): void;
      readFile(path: string): Uint8Array;
      unlink(path: string): void;
      analyzePath(path: string): { exists: boolean };
    };
  }
  export default function createEspeak(o: {
    noInitialRun?: boolean;
    instantiateWasm?: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => object;
    print?: (line: string) => void;
    printErr?: (line: string) => void;
  }): Promise<EspeakModule>;
}
