import { type FileHandle, open } from "node:fs/promises";

/** A file that is read from any position. */
export interface FileReader {
  path: string;
  /** In bytes. */
  size: number;
  /** The bytes from `at` on; fewer than `length` at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Opens a file to read. Rejects with the errors of the file system. */
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
