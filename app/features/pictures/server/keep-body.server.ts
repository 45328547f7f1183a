import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";

/**
 * Takes a body in without holding it in memory: it goes into a file of the data folder that loses its name at once, so
 * that nothing of it is left when it is closed or the process dies. Its reading position stays at the beginning. Throws
 * what reading the body throws.
 */
export async function keepBody(body: ReadableStream<Uint8Array>): Promise<FileHandle> {
  const folder = path.join(environment().DATA_DIR, "incoming");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, randomUUID());
  const file = await open(name, "wx+", 0o600);
  try {
    await rm(name);
    let position = 0;
    for await (const chunk of body) {
      for (let written = 0; written < chunk.byteLength; ) {
        // At a position: that leaves the one for reading alone.
        const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written, position);
        written += bytesWritten;
        position += bytesWritten;
      }
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
