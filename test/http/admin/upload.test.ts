import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { maxUploadBytes, uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { db } from "#db/client.ts";
import { auditLog, trackUploads } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { makeM4a, makeMp3, makeOpus, makeWav } from "../../audio/make-audio.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let origin: string;
let admin: Client;
beforeAll(async () => {
  ({ origin } = sharedServer());
  admin = Client.withAdminSession(origin, (await addAdminSession()).token);
});

const json = { Accept: "application/json" };
const trackAnswer = z.object({
  track: z.object({ id: z.number(), title: z.string(), isVisible: z.boolean() }),
});
const uploadAnswer = z.object({ upload: z.object({ id: z.string(), status: z.string() }) });
const errorAnswer = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
});

function formOf(fields: Record<string, string>, audio?: Buffer): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (audio) form.set("audio", new File([new Uint8Array(audio)], "夜の音.mp3"));
  return form;
}

const post = (
  form: FormData,
  { client = admin, address = "/admin/upload", headers = json as HeadersInit } = {},
) => client.fetch(address, { method: "POST", body: form, headers });

const uploadCount = () => db.$count(trackUploads);

/** Everything that uploads leave outside of the audio of tracks. */
function leftovers(): string[] {
  const dataDir = process.env.DATA_DIR ?? "";
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tmp-|files.uploads.|tmp.upload-/.test(file),
  );
}

test.each([
  ["MP3", () => makeMp3()],
  ["M4A", makeM4a],
  ["Opus", makeOpus],
])("a program sends %s and gets the track, which everybody can hear", async (kind, make) => {
  const title = `アップロード ${kind}`;
  const response = await post(
    formOf({ title, labels: "音楽、夜", transcript: "A: こんばんは。" }, await make()),
  );
  expect(response.status).toBe(201);
  const { track } = trackAnswer.parse(await response.json());
  expect(track).toMatchObject({ title, isVisible: true });
  const visitor = new Client(origin);
  const audio = await visitor.get(`/api/stream/${track.id}`);
  expect(audio.headers.get("Content-Type")).toBe("audio/mpeg");
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(track.id)));
  expect(entry).toMatchObject({ action: "track.upload", actorKind: "admin" });
  // The folder of the conversion goes right after the answer.
  await expect.poll(leftovers).toEqual([]);
});

test("a hidden track without a transcript has a page for nobody, and a visible one opens everywhere", async () => {
  const hidden = await post(formOf({ title: "隠れた音声", hidden: "on" }, makeWav()));
  const { track } = trackAnswer.parse(await hidden.json());
  expect(track.isVisible).toBe(false);
  const visitor = new Client(origin);
  expect((await visitor.get(`/mugen/track/${track.id}`)).status).toBe(404);

  const shown = trackAnswer.parse(
    await (await post(formOf({ title: "台本のない音声" }, makeWav()))).json(),
  ).track;
  for (const address of [
    `/mugen/track/${shown.id}`,
    `/api/tracks/${shown.id}`,
    `/api/tracks/${shown.id}/transcript.vtt`,
    `/embed/track/${shown.id}`,
    "/users/mugen/feed.xml",
    `/search?q=${encodeURIComponent("台本のない")}`,
    `/api/tracks/${shown.id}/cover.png?size=1200`,
  ]) {
    expect([address, (await visitor.get(address)).status]).toEqual([address, 200]);
  }
});

test("a form leads back to the page, which tells what becomes of it; Prefer: respond-async does not wait", async () => {
  const html = { Accept: "text/html" };
  const sent = await post(formOf({ title: "フォームから" }, await makeMp3()), { headers: html });
  expect(sent.status).toBe(303);
  const page = sent.headers.get("Location") ?? "";
  expect(page).toMatch(/^\/admin\/upload\?upload=/);
  await expect.poll(async () => (await admin.get(page)).text()).toContain("完了");

  const accepted = await post(formOf({ title: "待たない" }, makeWav()), {
    address: "/api/admin/uploads",
    headers: { ...json, Prefer: "respond-async" },
  });
  expect(accepted.status).toBe(202);
  const { upload } = uploadAnswer.parse(await accepted.json());
  const status = `/api/admin/uploads/${upload.id}`;
  const state = async () => uploadAnswer.parse(await (await admin.get(status)).json()).upload.status;
  await expect.poll(state).toBe("completed");
  expect((await admin.send("DELETE", status)).status).toBe(409);
});

test("what can't be used is refused with a message, to programs and people, and leaves nothing", async () => {
  const before = await uploadCount();
  const mp3 = await makeMp3();
  const cases: [FormData, number, string, string?][] = [
    [formOf({ title: "  " }, mp3), 400, uploadMessages.noTitle, "title"],
    [formOf({}, mp3), 400, uploadMessages.noTitle, "title"],
    [formOf({ title: "あ" }), 400, uploadMessages.noFile, "audio"],
    [formOf({ title: "あ" }, Buffer.alloc(0)), 400, uploadMessages.noFile, "audio"],
    [
      formOf({ title: "あ", transcript: "WEBVTT\n\nいつ" }, mp3),
      400,
      uploadMessages.transcriptUnreadable,
      "transcript",
    ],
    [
      formOf({ title: "あ" }, Buffer.from("<script>これは音声ではありません</script>")),
      415,
      uploadMessages.unsupported,
    ],
    [formOf({ title: "あ" }, Buffer.from("x")), 415, uploadMessages.unsupported],
  ];
  for (const [form, status, message, field] of cases) {
    const refused = await post(form);
    expect(refused.status).toBe(status);
    const body = errorAnswer.parse(await refused.json());
    expect(body.error).toBe(message);
    if (field) expect(body.fields?.[field]).toEqual([message]);
    const page = await post(form, { headers: { Accept: "text/html" } });
    expect(page.status).toBe(status);
    expect(await page.text()).toContain(message);
  }
  expect(await uploadCount()).toBe(before);
  // Audio by its first bytes only: the process finds out.
  const broken = await post(
    formOf({ title: "壊れた音声" }, Buffer.concat([mp3.subarray(0, 4), Buffer.alloc(5000, 1)])),
  );
  expect(broken.status).toBe(400);
  expect(errorAnswer.parse(await broken.json()).error).toBe(uploadMessages.unreadable);
  const list = await (await admin.get("/admin/upload")).text();
  expect(list).toContain("壊れた音声");
  expect(list).toContain(uploadMessages.unreadable);
  expect((await admin.send("POST", "/admin/upload", {})).status).toBe(415);
  expect(
    (await post(formOf({ title: "あ" }, mp3), { headers: { ...json, "Sec-Fetch-Site": "cross-site" } }))
      .status,
  ).toBe(403);
  // The folder of the conversion goes right after the answer.
  await expect.poll(leftovers).toEqual([]);
});

test("whoever is not signed in to the console is answered 401 before the form is looked at", async () => {
  const member = await Client.signedIn(origin, "uploader@example.com");
  for (const client of [new Client(origin), member]) {
    const refused = await post(formOf({}), { client });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "not_authenticated" });
    expect((await post(formOf({ title: "あ" }, makeWav()), { client, headers: {} })).status).toBe(401);
  }
});

/** Sends the beginning of a form with these headers, as the admin. */
function begin(headers: Record<string, string>, body: string | Buffer) {
  const sent = request(`${origin}/admin/upload`, {
    method: "POST",
    headers: {
      ...json,
      ...admin.cookieHeaders(),
      "Content-Type": "multipart/form-data; boundary=x",
      ...headers,
    },
  });
  sent.on("error", () => {});
  sent.write(body);
  return sent;
}

const head =
  '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nあ\r\n--x\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n';

test("a file over 200 MB is refused by its declared length, and one whose sender goes away leaves nothing", async () => {
  const before = await uploadCount();
  const large = begin({ "Content-Length": String(maxUploadBytes + 3_000_000) }, head);
  const [response] = await once(large, "response");
  expect(response.statusCode).toBe(413);
  large.destroy();

  const gone = begin({ "Transfer-Encoding": "chunked" }, Buffer.concat([Buffer.from(head), makeWav()]));
  await expect.poll(uploadCount).toBe(before + 1);
  gone.destroy();
  await expect.poll(uploadCount).toBe(before);
  // The folder of the conversion goes right after the answer.
  await expect.poll(leftovers).toEqual([]);
});
