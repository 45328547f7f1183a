import { read } from "node:fs";

/** Fills `into` with the bytes from `position` on; answers less than its length only where the file ends. */
export async function readFully(fd: number, into: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const got = await readOnce(fd, into, filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return filled;
}

// The promise version of `read` goes through a FileHandle, which costs several times as much for a small range.
function readOnce(fd: number, into: Uint8Array, offset: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, offset, into.length - offset, position, (error, got) => {
      if (error === null) resolve(got);
      else reject(error);
    });
  });
}
