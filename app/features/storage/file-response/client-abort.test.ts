import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { createFolderStorage, type FolderStorage } from "../server/folder-storage.server.ts";
import { type FileToServe, respondWithFile } from "./respond-with-file.server.ts";
import { sendFile } from "./send-file.server.ts";

// More than the sockets' buffers hold, so that the file stays open for a client that does not read.
const SIZE = 40_000_000;

let folder: string;
let storage: FolderStorage;
let file: FileToServe;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-abort-"));
  storage = createFolderStorage({ root: folder });
  await storage.put("long.mp3", new Uint8Array(SIZE).fill(7));
  file = {
    storage,
    key: "long.mp3",
    bytes: SIZE,
    modified: new Date(0),
    etag: '"x"',
    contentType: "audio/mpeg",
    cacheControl: "no-store",
  };
});

afterAll(async () => {
  storage.close();
  await rm(folder, { recursive: true, force: true });
});

function openFiles(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      // The descriptor that read the folder is closed already.
      return false;
    }
  }).length;
}

/** Waits until `count` files are open: reads in the thread pool need turns of the event loop. Returns the number of open files. */
async function waitForOpenFiles(count: number): Promise<number> {
  for (let turn = 0; turn < 100_000 && openFiles() !== count; turn += 1) await setImmediate();
  return openFiles();
}

async function listening(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  const port = await listen(server);
  return { server, port };
}

const failures: unknown[] = [];
const signals: (AbortSignal | undefined)[] = [];

/** The file, with a storage that records the signal of each stream. */
const recordedFile = (): FileToServe => ({
  ...file,
  storage: {
    ...storage,
    readStream(key, o) {
      signals.push(o?.signal);
      return storage.readStream(key, o);
    },
  },
});
const writers: Record<string, RequestListener> = {
  respondWithFile: createRequestListener((request: Request) => respondWithFile(request, recordedFile()), {
    onError: (error) => {
      failures.push(error);
    },
  }),
  sendFile: async (req, res) => {
    try {
      await sendFile(req, res, recordedFile());
    } catch (error) {
      failures.push(error);
    }
  },
};

describe.skipIf(process.platform !== "linux")("open descriptors", () => {
  test.each(Object.entries(writers))(
    "%s closes the file when clients disconnect during the body",
    async (_, listener) => {
      failures.length = 0;
      signals.length = 0;
      const { server, port } = await listening(listener);
      const clients = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const socket = connect(port, "127.0.0.1");
          socket.write("GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-\r\n\r\n");
          await once(socket, "data");
          socket.pause();
          return socket;
        }),
      );
      expect(await waitForOpenFiles(8)).toBe(8);
      const closed = Promise.all(clients.map((socket) => once(socket, "close")));
      for (const socket of clients.slice(0, 4)) socket.destroy();
      for (const socket of clients.slice(4)) socket.resetAndDestroy();
      await closed;
      expect(await waitForOpenFiles(0)).toBe(0);
      expect(failures).toEqual([]);
      // Closed because the client disconnected, not because the whole file was read.
      expect(signals.map((signal) => signal?.aborted)).toEqual(Array.from({ length: 8 }, () => true));
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test.each(Object.entries(writers))("%s closes the file after the last byte", async (_, listener) => {
    const { server, port } = await listening(listener);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect((await response.arrayBuffer()).byteLength).toBe(SIZE);
    expect(await waitForOpenFiles(0)).toBe(0);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("an unread body opens no file", async () => {
    const response = await respondWithFile(new Request("http://a/"), file);
    expect(response.status).toBe(200);
    expect(openFiles()).toBe(0);
  });

  test("cancelling the body closes the file", async () => {
    const response = await respondWithFile(new Request("http://a/"), file);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    expect(openFiles()).toBe(1);
    await reader?.cancel();
    expect(openFiles()).toBe(0);
  });

  test("aborting the request closes the file and fails the body", async () => {
    const controller = new AbortController();
    const request = new Request("http://a/", { signal: controller.signal });
    const response = await respondWithFile(request, file);
    const reader = response.body?.getReader();
    await reader?.read();
    expect(openFiles()).toBe(1);
    controller.abort(new Error("gone"));
    expect(openFiles()).toBe(0);
    await expect(reader?.read()).rejects.toThrow("gone");
  });

  test("aborting while a read is running closes the file when the read ends", async () => {
    const controller = new AbortController();
    const stream = await storage.readStream("long.mp3", { signal: controller.signal });
    const reader = stream?.getReader();
    await reader?.read();
    const running = expect(reader?.read()).rejects.toThrow("gone");
    controller.abort(new Error("gone"));
    await running;
    expect(await waitForOpenFiles(0)).toBe(0);
  });

  test("a request aborted beforehand reads nothing", async () => {
    const stream = await storage.readStream("long.mp3", { signal: AbortSignal.abort(new Error("gone")) });
    await expect(stream?.getReader().read()).rejects.toThrow("gone");
    expect(openFiles()).toBe(0);
  });
});
