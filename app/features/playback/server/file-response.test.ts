import { mkdtemp, rm, truncate } from "node:fs/promises";
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalStorage, type LocalStorage } from "#app/features/storage/server/local-storage.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { type FileToServe, respondWithFile } from "./respond-with-file.server.ts";
import { sendFile } from "./send-file.server.ts";

const SIZE = 10_000;
const ETAG = '"v1-64"';
const MODIFIED = new Date("2026-11-20T03:04:05.678Z");
const SAME = "Fri, 20 Nov 2026 03:04:05 GMT";
const BEFORE = "Fri, 20 Nov 2026 03:04:04 GMT";
const AFTER = "Fri, 20 Nov 2026 03:04:06 GMT";
const CONTENT = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 7) % 256));
const LARGE = Buffer.from(Uint8Array.from({ length: 900_001 }, (_, index) => (index * 13) % 256));

let folder: string;
let storage: LocalStorage;
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
  sendFile: (req, res) => {
    res.setHeader("X-Set-Before", "kept");
    sendFile(req, res, fileFor(req.url)).catch((error: unknown) => {
      errors.push(error);
      if (!res.headersSent) res.writeHead(500).end();
    });
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-response-"));
  storage = createLocalStorage({ root: folder });
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
  files.set("played", { ...common, key: "a/large.mp3", bytes: LARGE.length, isPlayed: true });
  files.set("played-small", { ...common, key: "a/small.mp3", bytes: SIZE, isPlayed: true });
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

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the body came to the end that its length announced. */
  complete: boolean;
}

function ask(
  writer: string,
  o: { file?: string; method?: string; headers?: Record<string, string | string[]> },
): Promise<Answer> {
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

type Expected = 200 | 304 | 412 | 416 | [first: number, last: number];
type Case = [string, Record<string, string | string[]>, Expected];
const range = (value: string | string[], expected: Expected): Case => [
  `Range: ${value}`,
  { Range: value },
  expected,
];
const withRange = (headers: Record<string, string>, expected: Expected): Case => [
  `Range: bytes=0-9, ${JSON.stringify(headers)}`,
  { Range: "bytes=0-9", ...headers },
  expected,
];
const plain = (headers: Record<string, string>, expected: Expected): Case => [
  JSON.stringify(headers),
  headers,
  expected,
];

/** What RFC 9110 answers for a file of 10,000 bytes; a pair is a 206 with these bytes. */
const cases: Case[] = [
  ["no condition", {}, 200],
  // §14.1.2: one range
  range("bytes=0-0", [0, 0]),
  range("bytes=0-1", [0, 1]),
  range("bytes=0-", [0, 9999]),
  range("bytes=0-9999", [0, 9999]),
  range("bytes=0-10000", [0, 9999]),
  range("bytes=500-999", [500, 999]),
  range("bytes=9999-", [9999, 9999]),
  range("bytes=9999-9999", [9999, 9999]),
  range("bytes=9500-20000", [9500, 9999]),
  range("bytes=-1", [9999, 9999]),
  range("bytes=-500", [9500, 9999]),
  range("bytes=-10000", [0, 9999]),
  range("bytes=-20000", [0, 9999]),
  range("bytes=007-0009", [7, 9]),
  range("BYTES=0-1", [0, 1]),
  range("bytes=0-1 ", [0, 1]),
  range("bytes=0-99999999999999999999999999", [0, 9999]),
  range("bytes=-99999999999999999999999999", [0, 9999]),
  // §14.1.2, §15.5.17: nothing of it is there
  range("bytes=10000-", 416),
  range("bytes=10000-10001", 416),
  range("bytes=99999999999999999999999999-", 416),
  range("bytes=-0", 416),
  range("bytes=10000-,20000-30000", 416),
  range("bytes=10000-,-0", 416),
  // §14.2: what is malformed, or of another unit, is ignored
  range("", 200),
  range("bytes", 200),
  range("bytes=", 200),
  range("bytes=-", 200),
  range("bytes=,", 200),
  range("bytes=1", 200),
  range("bytes=2-1", 200),
  range("bytes=99999999999999999999-99999999999999999998", 200),
  range("bytes=a-b", 200),
  range("bytes=0x0-0x9", 200),
  range("bytes=0-9-", 200),
  range("bytes=--1", 200),
  range("bytes=+0-9", 200),
  range("bytes=0-1.5", 200),
  range("bytes=1e3-", 200),
  range("bytes 0-9", 200),
  range("bytes =0-9", 200),
  range("bytes= 0-9", 200),
  range("bytes=0 -9", 200),
  range("bytes=0- 9", 200),
  range("bytes=0-9;", 200),
  range("bytes:0-9", 200),
  range("byte=0-9", 200),
  range("seconds=0-9", 200),
  range("items=0-9", 200),
  range("0-9", 200),
  range("bytes=0-1,x", 200),
  range("bytes=0-1,5-2", 200),
  range(["bytes=0-1", "bytes=0-1"], 200),
  // §15.3.7.2: several ranges become one where they touch or overlap, and the whole file otherwise
  range("bytes=0-1,2-3", [0, 3]),
  range("bytes=0-5,3-9", [0, 9]),
  range("bytes=3-9 ,\t0-5", [0, 9]),
  range("bytes=,0-9,,", [0, 9]),
  range("bytes= , 0-9", [0, 9]),
  range("bytes=0-9,20000-", [0, 9]),
  range("bytes=9990-,-5", [9990, 9999]),
  range("bytes=0-0,-1", 200),
  range("bytes=0-1,3-4", 200),
  range(`bytes=${Array.from({ length: 1000 }, (_, index) => `${index * 2}-${index * 2}`).join(",")}`, 200),
  // §13.1.5: If-Range
  withRange({ "If-Range": ETAG }, [0, 9]),
  withRange({ "If-Range": '"other"' }, 200),
  withRange({ "If-Range": `W/${ETAG}` }, 200),
  withRange({ "If-Range": "v1-64" }, 200),
  withRange({ "If-Range": `${ETAG}, "other"` }, 200),
  withRange({ "If-Range": "*" }, 200),
  withRange({ "If-Range": SAME }, [0, 9]),
  withRange({ "If-Range": BEFORE }, 200),
  withRange({ "If-Range": AFTER }, 200),
  withRange({ "If-Range": "Friday, 20-Nov-26 03:04:05 GMT" }, [0, 9]),
  withRange({ "If-Range": "2026-11-20T03:04:05Z" }, 200),
  withRange({ "If-Range": "" }, 200),
  plain({ "If-Range": ETAG }, 200),
  plain({ "If-Range": '"other"' }, 200),
  ["unsatisfiable after a failed If-Range", { Range: "bytes=10000-", "If-Range": '"other"' }, 200],
  ["unsatisfiable after a good If-Range", { Range: "bytes=10000-", "If-Range": ETAG }, 416],
  // §13.1.2: If-None-Match, weak comparison
  plain({ "If-None-Match": ETAG }, 304),
  plain({ "If-None-Match": `W/${ETAG}` }, 304),
  plain({ "If-None-Match": "*" }, 304),
  plain({ "If-None-Match": `"a", ${ETAG}` }, 304),
  plain({ "If-None-Match": `"a,b" ,, W/${ETAG},"c"` }, 304),
  plain({ "If-None-Match": '"other"' }, 200),
  plain({ "If-None-Match": '"v1-64' }, 200),
  plain({ "If-None-Match": "v1-64" }, 200),
  plain({ "If-None-Match": `"x ${ETAG}` }, 200),
  plain({ "If-None-Match": "" }, 200),
  withRange({ "If-None-Match": ETAG }, 304),
  withRange({ "If-None-Match": '"other"' }, [0, 9]),
  // §13.1.3: If-Modified-Since
  plain({ "If-Modified-Since": SAME }, 304),
  plain({ "If-Modified-Since": AFTER }, 304),
  plain({ "If-Modified-Since": BEFORE }, 200),
  plain({ "If-Modified-Since": "Friday, 20-Nov-26 03:04:05 GMT" }, 304),
  plain({ "If-Modified-Since": "Fri Nov 20 03:04:05 2026" }, 304),
  plain({ "If-Modified-Since": "tomorrow" }, 200),
  plain({ "If-Modified-Since": "2030-01-01" }, 200),
  plain({ "If-None-Match": '"other"', "If-Modified-Since": AFTER }, 200),
  withRange({ "If-Modified-Since": SAME }, 304),
  // §13.1.1: If-Match, strong comparison
  plain({ "If-Match": ETAG }, 200),
  plain({ "If-Match": "*" }, 200),
  plain({ "If-Match": `"a", ${ETAG}` }, 200),
  plain({ "If-Match": '"other"' }, 412),
  plain({ "If-Match": `W/${ETAG}` }, 412),
  withRange({ "If-Match": ETAG }, [0, 9]),
  withRange({ "If-Match": '"other"' }, 412),
  // §13.1.4: If-Unmodified-Since
  plain({ "If-Unmodified-Since": SAME }, 200),
  plain({ "If-Unmodified-Since": AFTER }, 200),
  plain({ "If-Unmodified-Since": BEFORE }, 412),
  plain({ "If-Unmodified-Since": "yesterday" }, 200),
  // §13.2.2: the order
  plain({ "If-Match": '"other"', "If-None-Match": ETAG }, 412),
  plain({ "If-Match": ETAG, "If-None-Match": ETAG }, 304),
  plain({ "If-Match": ETAG, "If-Unmodified-Since": BEFORE }, 200),
  plain({ "If-Unmodified-Since": BEFORE, "If-None-Match": ETAG }, 412),
  withRange({ "If-Match": ETAG, "If-None-Match": '"other"', "If-Range": '"other"' }, 200),
  ["a failed condition before an unsatisfiable range", { Range: "bytes=10000-", "If-None-Match": ETAG }, 304],
];

test("the table is as large as promised, and no case stands in it twice", () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
  expect(new Set(cases.map(([, headers]) => JSON.stringify(headers))).size).toBe(cases.length);
});

describe.each(Object.keys(writers))("%s", (writer) => {
  test.each(cases)("%s", async (_, headers, expected) => {
    const answer = await ask(writer, { headers });
    expect(answer.complete).toBe(true);
    if (expected === 200) {
      expect(answer.status).toBe(200);
      expect(answer.headers["content-range"]).toBeUndefined();
      expect(answer.headers["content-length"]).toBe("10000");
      expect(answer.body.equals(CONTENT)).toBe(true);
    } else if (expected === 304) {
      expect(answer.status).toBe(304);
      expect(answer.body).toHaveLength(0);
      expect(answer.headers["content-length"]).toBeUndefined();
      expect(answer.headers["content-type"]).toBeUndefined();
      expect(answer.headers["cache-control"]).toBe("private, max-age=60");
      expect(answer.headers.etag).toBe(ETAG);
    } else if (expected === 412 || expected === 416) {
      expect(answer.status).toBe(expected);
      expect(answer.body).toHaveLength(0);
      expect(answer.headers["content-range"]).toBe(expected === 416 ? "bytes */10000" : undefined);
      expect(answer.headers["cache-control"]).toBe("no-store");
    } else {
      const [first, last] = expected;
      expect(answer.status).toBe(206);
      expect(answer.headers["content-range"]).toBe(`bytes ${first}-${last}/10000`);
      expect(answer.headers["content-length"]).toBe(String(last - first + 1));
      expect(answer.body.equals(CONTENT.subarray(first, last + 1))).toBe(true);
    }
    if (answer.status === 200 || answer.status === 206) {
      expect(answer.headers).toMatchObject({
        "content-type": "audio/mpeg",
        "accept-ranges": "bytes",
        etag: ETAG,
        "last-modified": SAME,
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
    [{ "If-Modified-Since": SAME }, 304],
    [{ "If-Match": '"other"' }, 412],
  ])("HEAD with %j", async (headers, status) => {
    const answer = await ask(writer, { method: "HEAD", headers });
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveLength(0);
    if (status === 200) {
      expect(answer.headers["content-length"]).toBe("10000");
      expect(answer.headers["accept-ranges"]).toBe("bytes");
      expect(answer.headers["content-range"]).toBeUndefined();
    }
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is not for files", async (method) => {
    const answer = await ask(writer, { method, headers: { Range: "bytes=0-9" } });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
  });

  test.each<[string | undefined, number, number, number]>([
    [undefined, 200, 0, 900_000],
    ["bytes=0-", 206, 0, 900_000],
    ["bytes=0-262143", 206, 0, 262_143],
    ["bytes=0-262144", 206, 0, 262_144],
    ["bytes=1-899999", 206, 1, 899_999],
    ["bytes=-700000", 206, 200_001, 900_000],
  ])("the large file with Range %s", async (header, status, first, last) => {
    const answer = await ask(writer, {
      file: "large",
      headers: header === undefined ? {} : { Range: header },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-length"]).toBe(String(last - first + 1));
    expect(answer.body.equals(LARGE.subarray(first, last + 1))).toBe(true);
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
    const answer = await ask(writer, {
      file: "played",
      headers: {
        ...(header !== undefined && { Range: header }),
        ...(destination !== undefined && { "Sec-Fetch-Dest": destination }),
      },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-length"]).toBe(String(last - first + 1));
    expect(answer.headers["content-range"]).toBe(
      status === 206 ? `bytes ${first}-${last}/900001` : undefined,
    );
    expect(answer.body.equals(LARGE.subarray(first, last + 1))).toBe(true);
  });

  test("a played file's pieces make the whole, and a file shorter than the first piece is one", async () => {
    const headers = { "Sec-Fetch-Dest": "audio", "If-Range": ETAG };
    const pieces: Buffer[] = [];
    for (let at = 0; at < LARGE.length; at = Buffer.concat(pieces).length) {
      const piece = await ask(writer, { file: "played", headers: { ...headers, Range: `bytes=${at}-` } });
      pieces.push(piece.body);
    }
    expect(pieces).toHaveLength(3);
    expect(Buffer.concat(pieces).equals(LARGE)).toBe(true);
    const small = await ask(writer, { file: "played-small", headers: { ...headers, Range: "bytes=0-" } });
    expect(small.headers["content-range"]).toBe("bytes 0-9999/10000");
  });

  test.each<[string | undefined, number]>([
    [undefined, 200],
    ["bytes=0-", 416],
    ["bytes=-1", 200],
    ["bytes=-0", 416],
  ])("an empty file with Range %s", async (header, status) => {
    const answer = await ask(writer, {
      file: "empty",
      headers: header === undefined ? {} : { Range: header },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-length"]).toBe("0");
    expect(answer.headers["content-range"]).toBe(status === 416 ? "bytes */0" : undefined);
  });

  test("a name of any characters stands in one header and can be read back", async () => {
    const answer = await ask(writer, { file: "named" });
    expect(answer.headers["content-disposition"]).toBe(
      "inline; filename=\"__ _____100_.mp3\"; filename*=UTF-8''%E7%84%A1%E9%99%90%20%22%E2%88%9E%22%0D%0A100%25.mp3",
    );
  });

  test.each(["missing", "missing-large"])("%s: an error before anything is sent", async (file) => {
    errors.length = 0;
    const answer = await ask(writer, { file });
    expect(answer.status).toBe(500);
    expect(errors).toEqual([expect.any(StoredFileMissing)]);
    expect((await ask(writer, { file, method: "HEAD" })).status).toBe(200);
  });

  test("a file that lost its end never looks complete, and the server goes on", async () => {
    await truncate(storage.localPath("a/cut.mp3"), 300_000);
    expect((await ask(writer, { file: "cut", headers: { Range: "bytes=299999-300000" } })).status).toBe(500);
    const answer = await ask(writer, { file: "cut" });
    expect(answer.complete).toBe(false);
    expect((await ask(writer, { headers: { Range: "bytes=0-0" } })).status).toBe(206);
  });
});

test("sendFile keeps the headers that were set before", async () => {
  expect((await ask("sendFile", { headers: { Range: "bytes=0-0" } })).headers["x-set-before"]).toBe("kept");
});
