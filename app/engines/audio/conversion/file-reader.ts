import { type FileHandle, open } from "node:fs/promises";

export interface FileReader {
  path: string;
  size: number;
  /** Fewer than `length` at the end. */
  read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export async function openFileReader(path: string): Promise<FileReader> {
  const file: FileHandle = await open(path, "r");
  const { size } = await file.stat();
  return {
    path,
    size,
    async read(at, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, at + filled);
        if (bytesRead === 0) return bytes.slice(0, filled);
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}
