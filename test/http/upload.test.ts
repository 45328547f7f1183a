// long: sends many large pictures
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { rateLimitMessage } from "#app/features/domain-error.ts";
import { Client } from "../client.ts";
import type { TestFile } from "../pictures.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

const dataDir = process.env.DATA_DIR ?? "";
const notAnImage = "画像ファイルのみアップロード可能です";
const tooLarge = "画像ファイルは10MB以下にしてください";
const megabyte = 1024 * 1024;

let server: RunningServer;
let member: Client;
let photo: Buffer;

beforeAll(async () => {
  server = await startServer({ dataDir, workers: 0 });
  member = await Client.signedIn(server.origin, "face@example.com");
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a04020" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.kill());

function formWith(...files: (Omit<TestFile, "what"> & { field?: string })[]): FormData {
  const form = new FormData();
  for (const { field = "image", bytes, name = "photo.jpg", type = "image/jpeg" } of files) {
    form.append(field, new File([new Uint8Array(bytes)], name, { type }));
  }
  return form;
}

const send = (body: RequestInit["body"], client = member, target = "/api/upload/profile-image") =>
  client.fetch(target, { method: "POST", body: body ?? null });

async function upload(bytes: Buffer): Promise<string> {
  const response = await send(formWith({ bytes }));
  return z.object({ imageUrl: z.string() }).parse(await response.json()).imageUrl;
}

/** Every stored picture file, temporary ones too. */
function stored(): string[] {
  const folder = path.join(dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .filter((name) => name !== ".installation")
    .sort();
}

const picture = async () =>
  z.object({ picture: z.string().nullable() }).parse(await (await member.get("/api/auth/user")).json())
    .picture;

async function refused(response: Response, message: string, what = ""): Promise<void> {
  expect([response.status, await response.json()], what).toEqual([
    400,
    { error: message, code: "invalid", fields: { image: [message] } },
  ]);
}

// Everything that is refused and taken meets the encoder in encode-picture.test.ts: this is the way there and back.
test("a hostile file ends in the specified message, and nothing is stored", async () => {
  const sender = await Client.signedIn(server.origin, "hostile@example.com");
  const files: TestFile[] = [
    { what: "nothing", bytes: Buffer.alloc(0) },
    { what: "text", bytes: Buffer.from("not a picture"), name: "x.png", type: "image/png" },
    { what: "another format", bytes: await sharp(photo).tiff().toBuffer(), type: "image/jpeg" },
    { what: "half a JPEG", bytes: photo.subarray(0, photo.length / 2) },
    { what: "JPEG and HTML", bytes: Buffer.concat([photo, Buffer.from("<html><body>hello")]) },
    {
      what: "a WebP that says 16,384 × 16,384",
      bytes: Buffer.from(
        "RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\x3f\x00\xff\x3f\x00",
        "latin1",
      ),
    },
  ];
  for (const { what, ...file } of files) await refused(await send(formWith(file), sender), notAnImage, what);
  expect(stored()).toEqual([]);
  expect(await (await sender.get("/api/auth/user")).json()).toMatchObject({ picture: null });
});

test("the wrong field, two files, text for a file, and no form", async () => {
  const bytes = photo;
  await refused(await send(formWith({ bytes, field: "picture" })), notAnImage);
  await refused(await send(formWith({ bytes }, { bytes })), notAnImage);
  const words = new FormData();
  words.set("image", "/uploads/x.webp");
  await refused(await send(words), notAnImage);
  await refused(await send(new URLSearchParams({ image: "x" })), notAnImage);
  expect((await send(new Blob(["{}"], { type: "application/json" }))).status).toBe(415);
  expect((await send(new Blob(["--x\r\nno"], { type: "multipart/form-data; boundary=x" }))).status).toBe(400);
  expect(stored()).toEqual([]);
});

test("more than 10 MB is refused, declared or not, and 10 MB are not", async () => {
  const padded = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
  await refused(await send(formWith({ bytes: padded(11 * megabyte) })), tooLarge);
  await refused(await send(formWith({ bytes: padded(10 * megabyte + 1) })), tooLarge);
  const streamed = new Response(formWith({ bytes: padded(11 * megabyte) }));
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "Content-Type": streamed.headers.get("Content-Type") ?? "" },
    body: streamed.body,
    duplex: "half",
  };
  await refused(await member.fetch("/api/upload/profile-image", init), tooLarge);
  expect(stored()).toEqual([]);
  expect((await send(formWith({ bytes: padded(10 * megabyte) }))).status).toBe(200);
  await member.send("PATCH", "/api/auth/profile", { picture: null });
  expect(stored()).toEqual([]);
});

test("only the picture's form may be large", async () => {
  const long = await member.form("/profile/edit", { intent: "save", name: "夜".repeat(200_000) });
  expect(long.status).toBe(413);
  const declared = await member.send("PUT", "/api/auth/profile", { name: "x".repeat(300_000) });
  expect(declared.status).toBe(413);
});

test("a picture takes the place of the one before, in every list, and caches ask for it each minute", async () => {
  const first = await upload(photo);
  expect(first).toMatch(/^\/uploads\/[0-9a-f-]{36}\/[0-9a-f]{32}\.webp$/);
  expect(await picture()).toBe(first);
  const second = await upload(photo);
  expect(await picture()).toBe(second);
  expect((await member.get(first)).status).toBe(404);
  const name = path.basename(second, ".webp");
  expect(stored()).toEqual([`${name}-512.webp`, `${name}-96.webp`]);

  const visitor = new Client(server.origin);
  for (const [address, edge] of [
    [second, 512],
    [second.replace(".webp", "-96.webp"), 96],
  ] as const) {
    const response = await visitor.get(address);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=60",
      "x-content-type-options": "nosniff",
    });
    const about = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([about.format, about.width, about.height]).toEqual(["webp", edge, edge]);
    const etag = response.headers.get("ETag") ?? "";
    expect((await visitor.get(address, { "If-None-Match": etag })).status).toBe(304);
  }
  expect(await (await member.get("/profile")).text()).toContain(`${second} 512w`);
  const stranger = await Client.signedIn(server.origin, "stranger@example.com");
  expect((await stranger.send("PATCH", "/api/auth/profile", { picture: second })).status).toBe(400);
  await member.send("PATCH", "/api/auth/profile", { picture: "🎧" });
  expect(stored()).toEqual([]);
  expect((await visitor.get(second)).status).toBe(404);
});

test.each([
  "/uploads/x/y.webp",
  "/uploads/..%2F..%2Fmugen.sqlite/0123456789abcdef0123456789abcdef.webp",
  "/uploads/a/..%2F..%2Fmugen.sqlite",
  "/uploads/a/0123456789abcdef0123456789abcdef.webp",
  "/uploads/a/0123456789abcdef0123456789abcdef-512.webp",
  "/uploads/a/0123456789abcdef0123456789abcdef.png",
])("%s is not there", async (address) => {
  expect((await member.get(address)).status).toBe(404);
});

test("the plain form: a picture, a refusal on the page, and the way to take it away", async () => {
  const page = await send(formWith({ bytes: Buffer.from("no") }), member, "/profile/edit");
  expect(page.status).toBe(400);
  expect(await page.text()).toContain(notAnImage);
  const large = await send(formWith({ bytes: Buffer.alloc(12 * megabyte) }), member, "/profile/edit");
  expect([large.status, (await large.text()).includes(tooLarge)]).toEqual([400, true]);
  const taken = await send(formWith({ bytes: photo }), member, "/profile/edit");
  expect([taken.status, taken.headers.get("Location")]).toEqual([303, "/profile/edit"]);
  const changed = "プロフィール画像を更新しました";
  const shown = await (await member.get("/profile/edit")).text();
  expect(shown).toContain(changed);
  expect(shown).toContain(`src="${await picture()}`);
  expect(await (await member.get("/profile/edit")).text()).not.toContain(changed);
  expect(stored()).toHaveLength(2);
  expect((await member.form("/profile/edit", { intent: "remove-picture" })).status).toBe(303);
  expect(await (await member.get("/profile/edit")).text()).toContain(changed);
  expect([await picture(), stored()]).toEqual([null, []]);
});

test("pictures of every format are taken, whatever they are called", async () => {
  for (const format of ["png", "gif", "webp"] as const) {
    const bytes = await sharp(photo).toFormat(format).toBuffer();
    expect((await send(formWith({ bytes, name: "x", type: "" }))).status, format).toBe(200);
  }
  expect(stored()).toHaveLength(2);
});

test("people whose uploads hang keep nobody waiting, themselves included", async () => {
  const hanging = await Promise.all(
    Array.from({ length: 24 }, (_, n) => Client.signedIn(server.origin, `hangs-${n}@example.com`)),
  );
  const sockets = await Promise.all(hanging.map(beginUpload));
  try {
    for (const client of [await Client.signedIn(server.origin, "honest@example.com"), hanging[0]])
      expect((await send(formWith({ bytes: photo }), client)).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

/** Sends the beginning of an upload; resolves when the server has taken it. */
async function beginUpload(client: Client): Promise<Socket> {
  const { hostname, port, host } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  // The answer "100 Continue" comes when the request has reached the program.
  socket.write(
    `POST /api/upload/profile-image HTTP/1.1\r\nHost: ${host}\r\nCookie: ${client.cookieHeaders().Cookie}\r\n` +
      "Content-Type: multipart/form-data; boundary=BB\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n" +
      '--BB\r\nContent-Disposition: form-data; name="image"; filename="x"\r\n\r\n',
  );
  await once(socket, "data");
  return socket;
}

test.runIf(process.platform === "linux")(
  "22 pictures at once, 12 of them of 10 MB, cost the web process less than 80 MB, and no file stays",
  { tags: "release" },
  async () => {
    const memory = (): number => {
      const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    };
    const noise = Buffer.concat([photo, randomBytes(10 * megabyte - photo.length)]);
    const crowd = await Promise.all(
      Array.from({ length: 22 }, (_, n) => Client.signedIn(server.origin, `crowd-${n}@example.com`)),
    );
    const before = memory();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memory());
    }, 20);
    const answers = await Promise.all(
      crowd.map((client, n) => send(formWith({ bytes: n < 12 ? noise : photo }), client)),
    );
    clearInterval(watch);
    expect(answers.map(({ status }) => status)).toEqual(crowd.map(() => 200));
    expect(most - before).toBeLessThan(80);
    expect(readdirSync(path.join(dataDir, "incoming"))).toEqual([]);
  },
);

test("the thirty-first upload of an hour is rejected with a waiting time, on the page too", async () => {
  const eager = await Client.signedIn(server.origin, "eager@example.com");
  const nothing = () => send(new URLSearchParams({ image: "x" }), eager);
  for (let n = 0; n < 30; n++) expect((await nothing()).status).toBe(400);
  const refusal = await nothing();
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(await refusal.json()).toEqual({ error: rateLimitMessage, code: "limit_reached" });
  const page = await send(formWith({ bytes: photo }), eager, "/profile/edit");
  expect([page.status, (await page.text()).includes(rateLimitMessage)]).toEqual([429, true]);
});

test("several at once: a member's third picture is rejected with a waiting time, the second of a double click and those of others are accepted", async () => {
  const others = await Promise.all(
    Array.from({ length: 5 }, (_, n) => Client.signedIn(server.origin, `at-once-${n}@example.com`)),
  );
  const answers = await Promise.all([
    ...others.map((client) => send(formWith({ bytes: photo }), client)),
    ...Array.from({ length: 3 }, () => send(formWith({ bytes: photo }))),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.slice(5).sort()).toEqual([200, 200, 429]);
  expect(answers.find(({ status }) => status === 429)?.headers.get("Retry-After")).toBe("10");
  expect(server.output()).not.toContain('"level":50');
});
