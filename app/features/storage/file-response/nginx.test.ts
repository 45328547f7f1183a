import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { nginxProgram, startNginx } from "#test/servers/nginx.ts";
import { createFolderStorage } from "../server/folder-storage.server.ts";
import type { FileToServe } from "./respond-with-file.server.ts";
import { sendFile } from "./send-file.server.ts";

const CONTENT = Uint8Array.from({ length: 100_000 }, (_, index) => index % 253);

describe.skipIf(nginxProgram === undefined)("behind nginx, as docs/nginx.md configures it", () => {
  let folder: string;
  let app: Server;
  let front: Awaited<ReturnType<typeof startNginx>>;
  let origin: string;
  let direct: string;
  /** How often the program was asked. */
  let asked = 0;
  /** Whether the track that everybody hears, 2, is there. */
  let isShown = true;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "nginx-"));
    // Started by root, nginx reads as another user.
    await chmod(folder, 0o755);
    const files = join(folder, "files");
    const storage = createFolderStorage({ root: files });
    await storage.put("tracks/a/64.mp3", CONTENT);
    const stat = await storage.stat("tracks/a/64.mp3");
    const file: FileToServe = {
      storage,
      key: "tracks/a/64.mp3",
      bytes: CONTENT.length,
      modified: stat?.modified ?? new Date(0),
      etag: '"ours"',
      contentType: "audio/mpeg",
      cacheControl: "private, max-age=60",
      filename: "無限.mp3",
      accel: "nginx",
    };
    app = createServer((req, res) => {
      res.setHeader("X-Request-Id", "request-1");
      asked += 1;
      const everybodys = { ...file, cacheControl: "public, no-cache" };
      const isOwner = req.headers.cookie === "session=owner";
      // As every answer has them; nginx passes on the first alone.
      const others = { "Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY" };
      if (req.url === "/api/stream/2" && isShown) void sendFile(req, res, everybodys, others);
      else if (req.url === "/api/stream/3" && isOwner) void sendFile(req, res, file);
      else if (/^\/api\/stream\/(1$|preview)/.test(req.url ?? "")) void sendFile(req, res, file);
      else res.writeHead(404, { "Cache-Control": "no-store" }).end("not found by the program");
    });
    const appPort = await listen(app);
    direct = `http://127.0.0.1:${appPort}/api/stream/1`;
    front = await startNginx({ apps: [appPort], files });
    origin = front.origin;
  });

  afterAll(async () => {
    await front.stop();
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${origin}/api/stream/1`, { headers, method });

  test("the program sends the path and no body", async () => {
    const response = await fetch(direct, { headers: { Range: "bytes=0-9" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-accel-redirect")).toBe("/internal-audio/tracks/a/64.mp3");
    expect(response.headers.get("x-audio-file")).toBe("/tracks/a/64.mp3");
    expect(await response.text()).toBe("");
  });

  test("the program sends none of the headers that nginx would not pass on", async () => {
    const { headers } = await fetch(direct.replace(/1$/, "2"));
    expect(headers.get("x-accel-redirect")).toBe("/internal-audio/tracks/a/64.mp3");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.has("x-frame-options")).toBe(false);
  });

  test("the client gets the file, the program's headers and not the path", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Buffer.compare(await response.bytes(), CONTENT)).toBe(0);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=60",
      "content-disposition": "inline; filename=\"__.mp3\"; filename*=UTF-8''%E7%84%A1%E9%99%90.mp3",
      "content-length": "100000",
      "content-type": "audio/mpeg",
      "x-content-type-options": "nosniff",
      "x-request-id": "request-1",
    });
    expect(headers.etag).toMatch(/^"[0-9a-f]+-186a0"$/);
    expect(headers).not.toHaveProperty("x-accel-redirect");
    expect(headers).not.toHaveProperty("x-audio-file");
    expect(headers).not.toHaveProperty("vary");
  });

  test.each<[string, number, string | null, number]>([
    ["bytes=0-0", 206, "bytes 0-0/100000", 1],
    ["bytes=100-", 206, "bytes 100-99999/100000", 99_900],
    ["bytes=-500", 206, "bytes 99500-99999/100000", 500],
    ["bytes=100000-", 416, "bytes */100000", -1],
    ["bytes=0-1,5-6", 200, null, 100_000],
    ["bytes=x", 416, "bytes */100000", -1],
  ])("Range %s", async (range, status, contentRange, length) => {
    const response = await get({ Range: range });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-range")).toBe(contentRange);
    const body = await response.bytes();
    if (length !== -1) expect(body).toHaveLength(length);
  });

  test("conditions use the tag and the time of nginx", async () => {
    const first = await get({}, "HEAD");
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    expect(first.headers.get("content-length")).toBe("100000");
    expect((await get({ "If-None-Match": etag })).status).toBe(304);
    expect((await get({ "If-Modified-Since": modified })).status).toBe(304);
    expect((await get({ "If-Match": '"other"' })).status).toBe(412);
    expect((await get({ Range: "bytes=0-9", "If-Range": etag })).status).toBe(206);
    expect((await get({ Range: "bytes=0-9", "If-Range": modified })).status).toBe(206);
    expect((await get({ Range: "bytes=0-9", "If-Range": '"ours"' })).status).toBe(200);
  });

  test("the documented differences", async () => {
    expect((await get({ "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT" })).status).toBe(200);
    expect((await get({ Range: "bytes=0-9" }, "HEAD")).status).toBe(206);
    expect((await get({ Range: "bytes=5-2" })).status).toBe(416);
  });

  const stream = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/stream/${path}`, { headers });

  test("of a track that everybody hears the program is asked once for many ranges; hidden, it is gone soon after", async () => {
    asked = 0;
    for (let start = 0; start < 20; start += 1) {
      const range = { Range: `bytes=${start}-${start + 9}`, Cookie: `session=${start}` };
      const response = await stream("2", range);
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect([response.status, await response.bytes()]).toEqual([206, CONTENT.slice(start, start + 10)]);
      expect(response.headers.get("cache-control")).toBe("public, no-cache");
      expect(response.headers.has("x-accel-expires")).toBe(false);
    }
    expect(asked).toBeLessThan(20);
    isShown = false;
    await expect.poll(async () => (await stream("2")).status, { timeout: 10_000 }).toBe(404);
    isShown = true;
  });

  test("what is a member's own is sent to the member alone, each time by the program's word", async () => {
    asked = 0;
    const strangers: Record<string, string>[] = [{ Cookie: "session=other" }, {}];
    for (const _ of [1, 2]) {
      const own = await stream("3", { Cookie: "session=owner", Range: "bytes=5-6" });
      expect([own.status, own.headers.get("cache-control")]).toEqual([206, "private, max-age=60"]);
      await own.bytes();
      for (const headers of strangers) {
        const refused = await stream("3", headers);
        expect([refused.status, await refused.text()]).toEqual([404, "not found by the program"]);
      }
    }
    // What is refused is asked for twice: may nginx send it, and what to say instead.
    expect(asked).toBe(10);
  });

  test("a preview's file is sent by nginx too, each time by the program's word", async () => {
    asked = 0;
    const response = await stream("preview_a.mp3", { Range: "bytes=1-2" });
    expect([response.status, await response.bytes()]).toEqual([206, CONTENT.slice(1, 3)]);
    expect(response.headers.get("etag")).toMatch(/-186a0"$/);
    await (await stream("preview_a.mp3")).bytes();
    expect(asked).toBe(2);
  });

  test("the files are not accessible directly, and other methods are refused", async () => {
    expect((await fetch(`${origin}/internal-audio/tracks/a/64.mp3`)).status).toBe(404);
    expect((await get({}, "POST")).status).toBe(405);
  });
});
