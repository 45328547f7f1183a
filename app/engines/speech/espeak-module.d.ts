declare module "espeak-ng" {
  interface EspeakStream {
    fd: number | null;
  }

  export interface EspeakModule {
    FS: {
      writeFile(path: string, data: string | Uint8Array): void;
      readFile(path: string): Uint8Array;
      open(path: string, flags: string): EspeakStream;
      /** Returns the number of bytes that were read. */
      read(
        stream: EspeakStream,
        buffer: Uint8Array,
        offset: number,
        length: number,
        position: number,
      ): number;
      close(stream: EspeakStream): void;
      unlink(path: string): void;
      analyzePath(path: string): { exists: boolean };
      stat(path: string): { size: number };
    };
  }
  export default function createEspeak(o: {
    noInitialRun?: boolean;
    instantiateWasm?: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => object;
    /** The next byte; null where a read ends. */
    stdin?: () => number | null;
    print?: (line: string) => void;
    printErr?: (line: string) => void;
  }): Promise<EspeakModule>;
}
