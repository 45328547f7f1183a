import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";

/** An unlinked file: nothing is left when it is closed or the process dies. Throws what reading the body throws. */
export async function spoolToTempFile(body: ReadableStream<Uint8Array>): Promise<FileHandle> {
  const folder = path.join(environment().DATA_DIR, "incoming");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, randomUUID());
  const file = await open(name, "wx+", 0o600);
  try {
    await rm(name);
    let position = 0;
    for await (const chunk of body) {
      for (let written = 0; written < chunk.byteLength; ) {
        // An explicit position keeps the read position at 0.
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

/** As it was sent. The receiver closes the file. */
export interface SpooledForm {
  contentType: string;
  file: FileHandle;
}
