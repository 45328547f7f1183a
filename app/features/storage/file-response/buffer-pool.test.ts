import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { createFolderStorage } from "../server/folder-storage.server.ts";
import { acquireBuffer, releaseBuffer, sendFile } from "./send-file.server.ts";

test.each([
  [1, 1],
  [16 * 1024 - 1, 16 * 1024 - 1],
  [16 * 1024, 64 * 1024],
  [64 * 1024, 64 * 1024],
  [64 * 1024 + 1, 256 * 1024],
  [256 * 1024, 256 * 1024],
  [256 * 1024 + 1, 256 * 1024 + 1],
])("%i bytes get a buffer of %i bytes", (length, memory) => {
  const bytes = acquireBuffer(length);
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([length, memory]);
});

test("a buffer is reused after its release, by one user at a time", () => {
  const first = acquireBuffer(50_000);
  expect(acquireBuffer(50_000).buffer).not.toBe(first.buffer);
  releaseBuffer(first);
  expect(acquireBuffer(60_000).buffer).toBe(first.buffer);
  expect(acquireBuffer(60_000).buffer).not.toBe(first.buffer);
});

test("data waiting for a slow client is not overwritten by responses to others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "buffer-pool-"));
  const storage = createFolderStorage({ root: folder });
  const pieces = 64;
  const length = 200_000;
  // Every piece is filled with its own number.
  await storage.put(
    "a.mp3",
    Buffer.concat(Array.from({ length: pieces }, (_, piece) => Buffer.alloc(length, piece))),
  );
  const file = {
    storage,
    key: "a.mp3",
    bytes: pieces * length,
    modified: new Date(0),
    etag: '"x"',
    contentType: "audio/mpeg",
    cacheControl: "no-store",
  };
  const server = createServer((req, res) => void sendFile(req, res, file));
  const port = await listen(server);
  const request = (piece: number) =>
    `GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=${piece * length}-${(piece + 1) * length - 1}\r\n\r\n`;

  // Several clients request everything at once and read nothing: their responses fill the sockets and wait.
  const slow = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(port, "127.0.0.1").pause();
      for (let piece = 0; piece < pieces; piece += 1) socket.write(request(piece));
      await once(socket, "readable");
      return socket;
    }),
  );
  const fast = connect(port, "127.0.0.1");
  for (let piece = pieces - 1; piece >= 0; piece -= 1) {
    fast.write(request(piece));
    expect(await readResponses(fast, 1, length)).toEqual([piece]);
  }
  for (const socket of slow) {
    expect(await readResponses(socket, pieces, length)).toEqual(
      Array.from({ length: pieces }, (_, piece) => piece),
    );
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  storage.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Reads whole responses; returns the value that fills each body, or −1 for a body of several values. */
async function readResponses(socket: Socket, count: number, length: number): Promise<number[]> {
  const values: number[] = [];
  let rest = Buffer.alloc(0);
  while (values.length < count) {
    const end = rest.indexOf("\r\n\r\n");
    if (end !== -1 && rest.length >= end + 4 + length) {
      const body = rest.subarray(end + 4, end + 4 + length);
      const value = body[0] ?? -1;
      values.push(body.equals(Buffer.alloc(length, value)) ? value : -1);
      rest = rest.subarray(end + 4 + length);
      continue;
    }
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) rest = Buffer.concat([rest, chunk]);
    else await once(socket, "readable");
  }
  return values;
}
