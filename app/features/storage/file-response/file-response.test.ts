import { mkdtemp, rm, truncate } from "node:fs/promises";
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFolderStorage, type FolderStorage } from "../server/folder-storage.server.ts";
import { StoredFileMissing } from "../storage.ts";
import { ETAG, LAST_MODIFIED, requestCases } from "./request-cases.ts";
import { type FileToServe, respondWithFile } from "./respond-with-file.server.ts";
import { sendFile } from "./send-file.server.ts";

const SIZE = 10_000;
const MODIFIED = new Date("2026-11-20T03:04:05.678Z");
const CONTENT = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 7) % 256));
const LARGE = Buffer.from(Uint8Array.from({ length: 900_001 }, (_, index) => (index * 13) % 256));

let folder: string;
let storage: FolderStorage;
const files = new Map<string, FileToServe>();
const errors: unknown[] = [];
const servers: Server[] = [];
const ports: Record<string, number> = {};

const fileFor = (url: string | undefined): FileToServe => {
  const file = files.get((url ?? "").replace(/^.*\//, ""));
  if (file === undefined) throw new Error("the test asks for a file it did not set up");
  return file;
};

const writers: Record<string, RequestListener> = {
  respondWithFile: createRequestListener(
    (request: Request) => respondWithFile(request, fileFor(request.url)),
    {
      onError: (error) => {
        errors.push(error);
      },
    },
  ),
  sendFile: async (req, res) => {
    try {
      await sendFile(req, res, fileFor(req.url), { "X-Other": "kept", "Accept-Ranges": "none" });
    } catch (error) {
      errors.push(error);
      if (!res.headersSent) res.writeHead(500).end();
    }
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-response-"));
  storage = createFolderStorage({ root: folder });
  const common = {
    storage,
    modified: MODIFIED,
    etag: ETAG,
    contentType: "audio/mpeg",
    cacheControl: "private, max-age=60",
  };
  await storage.put("a/small.mp3", CONTENT);
  await storage.put("a/large.mp3", LARGE);
  await storage.put("a/empty.mp3", new Uint8Array());
  await storage.put("a/cut.mp3", LARGE);
  files.set("small", { ...common, key: "a/small.mp3", bytes: SIZE });
  files.set("large", { ...common, key: "a/large.mp3", bytes: LARGE.length });
  files.set("empty", { ...common, key: "a/empty.mp3", bytes: 0 });
  files.set("cut", { ...common, key: "a/cut.mp3", bytes: LARGE.length });
  files.set("missing", { ...common, key: "a/missing.mp3", bytes: SIZE });
  files.set("missing-large", { ...common, key: "a/missing.mp3", bytes: LARGE.length });
  files.set("played", { ...common, key: "a/large.mp3", bytes: LARGE.length, sendInChunks: true });
  files.set("played-small", { ...common, key: "a/small.mp3", bytes: SIZE, sendInChunks: true });
  files.set("named", { ...common, key: "a/small.mp3", bytes: SIZE, filename: '無限 "∞"\r\n100%.mp3' });
  for (const [name, listener] of Object.entries(writers)) {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address !== null && typeof address === "object") ports[name] = address.port;
  }
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  storage.close();
  await rm(folder, { recursive: true, force: true });
});

interface ReceivedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the body has its announced length. */
  complete: boolean;
}

function send(
  writer: string,
  o: { file?: string; method?: string; headers?: Record<string, string | string[]> },
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const req = httpRequest(
      {
        host: "127.0.0.1",
        port: ports[writer],
        path: `/${o.file ?? "small"}`,
        method: o.method ?? "GET",
        headers: o.headers,
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("error", () => {});
        res.on("close", () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(chunks),
            complete: res.complete,
          }),
        );
      },
    );
    req.on("error", reject);
    req.end();
  });
}

test("the table has at least 40 cases, all different", () => {
  expect(requestCases.length).toBeGreaterThanOrEqual(40);
  expect(new Set(requestCases.map(([, headers]) => JSON.stringify(headers))).size).toBe(requestCases.length);
});

describe.each(Object.keys(writers))("%s", (writer) => {
  test.each(requestCases)("%s", async (_, headers, expected) => {
    const response = await send(writer, { headers });
    expect(response.complete).toBe(true);
    if (expected === 200) {
      expect(response.status).toBe(200);
      expect(response.headers["content-range"]).toBeUndefined();
      expect(response.headers["content-length"]).toBe("10000");
      expect(response.body.equals(CONTENT)).toBe(true);
    } else if (expected === 304) {
      expect(response.status).toBe(304);
      expect(response.body).toHaveLength(0);
      expect(response.headers["content-length"]).toBeUndefined();
      expect(response.headers["content-type"]).toBeUndefined();
      expect(response.headers["cache-control"]).toBe("private, max-age=60");
      expect(response.headers.etag).toBe(ETAG);
    } else if (expected === 412 || expected === 416) {
      expect(response.status).toBe(expected);
      expect(response.body).toHaveLength(0);
      expect(response.headers["content-range"]).toBe(expected === 416 ? "bytes */10000" : undefined);
      expect(response.headers["cache-control"]).toBe("no-store");
    } else {
      const [first, last] = expected;
      expect(response.status).toBe(206);
      expect(response.headers["content-range"]).toBe(`bytes ${first}-${last}/10000`);
      expect(response.headers["content-length"]).toBe(String(last - first + 1));
      expect(response.body.equals(CONTENT.subarray(first, last + 1))).toBe(true);
    }
    if (response.status === 200 || response.status === 206) {
      expect(response.headers).toMatchObject({
        "content-type": "audio/mpeg",
        "accept-ranges": "bytes",
        etag: ETAG,
        "last-modified": LAST_MODIFIED,
        "cache-control": "private, max-age=60",
        "x-content-type-options": "nosniff",
      });
    }
  });

  test.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ Range: "bytes=0-9" }, 200],
    [{ Range: "bytes=10000-" }, 200],
    [{ "If-None-Match": ETAG }, 304],
    [{ "If-Modified-Since": LAST_MODIFIED }, 304],
    [{ "If-Match": '"other"' }, 412],
  ])("HEAD with %j", async (headers, status) => {
    const response = await send(writer, { method: "HEAD", headers });
    expect(response.status).toBe(status);
    expect(response.body).toHaveLength(0);
    if (status === 200) {
      expect(response.headers["content-length"]).toBe("10000");
      expect(response.headers["accept-ranges"]).toBe("bytes");
      expect(response.headers["content-range"]).toBeUndefined();
    }
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is not allowed", async (method) => {
    const response = await send(writer, { method, headers: { Range: "bytes=0-9" } });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe("GET, HEAD");
  });

  test.each<[string | undefined, number, number, number]>([
    [undefined, 200, 0, 900_000],
    ["bytes=0-", 206, 0, 900_000],
    ["bytes=0-262143", 206, 0, 262_143],
    ["bytes=0-262144", 206, 0, 262_144],
    ["bytes=1-899999", 206, 1, 899_999],
    ["bytes=-700000", 206, 200_001, 900_000],
  ])("the large file with Range %s", async (header, status, first, last) => {
    const response = await send(writer, {
      file: "large",
      headers: header === undefined ? {} : { Range: header },
    });
    expect(response.status).toBe(status);
    expect(response.headers["content-length"]).toBe(String(last - first + 1));
    expect(response.body.equals(LARGE.subarray(first, last + 1))).toBe(true);
  });

  test.each<[string | undefined, string | undefined, number, number, number]>([
    ["bytes=0-", "audio", 206, 0, 65_535],
    ["bytes=0-", "video", 206, 0, 65_535],
    ["bytes=65536-", "audio", 206, 65_536, 65_536 + 524_287],
    ["bytes=589824-", "audio", 206, 589_824, 900_000],
    ["bytes=0-900000", "audio", 206, 0, 900_000],
    ["bytes=0-700000", "audio", 206, 0, 700_000],
    ["bytes=-700000", "audio", 206, 200_001, 900_000],
    ["bytes=0-,5-9", "audio", 206, 0, 900_000],
    [undefined, "audio", 200, 0, 900_000],
    ["bytes=0-", undefined, 206, 0, 900_000],
    ["bytes=0-", "empty", 206, 0, 900_000],
    ["bytes=0-", "document", 206, 0, 900_000],
  ])("a played file with Range %s for %s", async (header, destination, status, first, last) => {
    const response = await send(writer, {
      file: "played",
      headers: {
        ...(header !== undefined && { Range: header }),
        ...(destination !== undefined && { "Sec-Fetch-Dest": destination }),
      },
    });
    expect(response.status).toBe(status);
    expect(response.headers["content-length"]).toBe(String(last - first + 1));
    expect(response.headers["content-range"]).toBe(
      status === 206 ? `bytes ${first}-${last}/900001` : undefined,
    );
    expect(response.body.equals(LARGE.subarray(first, last + 1))).toBe(true);
  });

  test("the chunks for a player make the whole file, and a file shorter than the first chunk is sent at once", async () => {
    const headers = { "Sec-Fetch-Dest": "audio", "If-Range": ETAG };
    const chunks: Buffer[] = [];
    for (let start = 0; start < LARGE.length; start = Buffer.concat(chunks).length) {
      const chunk = await send(writer, { file: "played", headers: { ...headers, Range: `bytes=${start}-` } });
      chunks.push(chunk.body);
    }
    expect(chunks).toHaveLength(3);
    expect(Buffer.concat(chunks).equals(LARGE)).toBe(true);
    const small = await send(writer, { file: "played-small", headers: { ...headers, Range: "bytes=0-" } });
    expect(small.headers["content-range"]).toBe("bytes 0-9999/10000");
  });

  test.each<[string | undefined, number]>([
    [undefined, 200],
    ["bytes=0-", 416],
    ["bytes=-1", 200],
    ["bytes=-0", 416],
  ])("an empty file with Range %s", async (header, status) => {
    const response = await send(writer, {
      file: "empty",
      headers: header === undefined ? {} : { Range: header },
    });
    expect(response.status).toBe(status);
    expect(response.headers["content-length"]).toBe("0");
    expect(response.headers["content-range"]).toBe(status === 416 ? "bytes */0" : undefined);
  });

  test("a name of any characters is encoded in one header", async () => {
    const response = await send(writer, { file: "named" });
    expect(response.headers["content-disposition"]).toBe(
      "inline; filename=\"__ _____100_.mp3\"; filename*=UTF-8''%E7%84%A1%E9%99%90%20%22%E2%88%9E%22%0D%0A100%25.mp3",
    );
  });

  test.each(["missing", "missing-large"])("%s: an error before anything is sent", async (file) => {
    errors.length = 0;
    const response = await send(writer, { file });
    expect(response.status).toBe(500);
    expect(errors).toEqual([expect.any(StoredFileMissing)]);
    expect((await send(writer, { file, method: "HEAD" })).status).toBe(200);
  });

  test("a truncated file never looks complete, and the server keeps running", async () => {
    await truncate(storage.localPath("a/cut.mp3"), 300_000);
    expect((await send(writer, { file: "cut", headers: { Range: "bytes=299999-300000" } })).status).toBe(500);
    const response = await send(writer, { file: "cut" });
    expect(response.complete).toBe(false);
    expect((await send(writer, { headers: { Range: "bytes=0-0" } })).status).toBe(206);
  });
});

test("sendFile sends other headers beside the file's", async () => {
  const { headers } = await send("sendFile", { headers: { Range: "bytes=0-0" } });
  expect(headers).toMatchObject({ "x-other": "kept", "accept-ranges": "bytes" });
});
