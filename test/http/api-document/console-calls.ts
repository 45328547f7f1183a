import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addPasskey, beginPasskey } from "#app/features/admin/passkeys/passkey-verbs.server.ts";
import { passkeyLoginCall, passkeyOptionsCall } from "#app/features/admin/passkeys/passkeys.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { db } from "#db/client.ts";
import { objectionFiles } from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";
import { adminPassword, adminUsername } from "#test/admin-password.ts";
import { answerCheckOf } from "#test/api/api-answers.ts";
import { makeMp3, makeWav } from "#test/audio/make-audio.ts";
import { Client } from "#test/client.ts";
import { addMember } from "#test/database.ts";
import { server } from "#test/servers/google-sign-in.ts";
import { SoftwareAuthenticator } from "#test/software-authenticator.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTheme } from "#test/themes.ts";
import { pushSubscription } from "./account-calls.ts";
import { call, me, rows, videoSite, visitor } from "./callers.ts";

export async function callConsole(): Promise<void> {
  const admin = visitor();
  const login = "POST /api/admin/login";
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: false });
  await call(admin, login, { username: "", password: "" }, 400);
  await call(admin, login, { username: adminUsername, password: "wrong" }, 401);
  await call(admin, login, { username: adminUsername, password: adminPassword });
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: true });
  const { endpoint, ...made } = pushSubscription();
  await call(admin, "POST /api/admin/push", { endpoint, ...made });
  await call(admin, "DELETE /api/admin/push", { endpoint });
  await call(admin, "POST /api/admin/logout");
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: false });
  await call(admin, "POST /api/admin/logout", undefined, 401);
}

/** At the server's name: its address has no passkeys. */
export async function callPasskeys(): Promise<void> {
  const origin = server.origin.replace("127.0.0.1", "localhost");
  const site = { id: "localhost", origin };
  const { admin } = await addAdminSession();
  const device = new SoftwareAuthenticator(origin);
  const credential = device.create(await beginPasskey({ admin, site }));
  await addPasskey({ admin, site, name: "電話", credential });
  const browser = new Client(origin);
  const answers = await answerCheckOf(server.origin);
  const send = async (path: string, body?: unknown) => {
    const answer = await browser.send("POST", path, body);
    await answers.check("POST", path, answer);
    return answer.json();
  };
  const assertion = device.get(await send(passkeyOptionsCall));
  expect(await send(passkeyLoginCall, { credential: assertion })).toEqual({ success: true });
}

export async function callAdminMembers(): Promise<void> {
  const admin = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  const { id } = await addMember();
  const path = `/api/admin/users/${id}`;
  await startSession({ userId: id, deviceInfo: "" });
  await call(admin, "GET /api/admin/users");
  await call(admin, "POST /api/admin/users/search", { email: id });
  await call(admin, "POST /api/admin/users/premium", { userId: id, isPremium: true });
  await call(admin, `PATCH ${path}/premium`, { isPremium: false });
  await call(admin, "POST /api/admin/users/invitation-status", { userId: id, canInvite: false });
  await call(admin, `GET ${path}`);
  await call(admin, `GET ${path}/listening-history`);
  const listed = await call(admin, `GET ${path}/sessions`);
  const [session] = z
    .array(z.object({ id: z.string() }))
    .min(1)
    .parse(listed);
  await call(admin, `DELETE ${path}/sessions/${session?.id}`);
  await call(admin, `DELETE ${path}/sessions`);
  await call(admin, `PATCH ${path}/state`, { state: "denied" });
  await call(admin, `DELETE ${path}`);
}

export async function callFiles(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const [trackId = 0] = await addSoundingTracks({
    dataDir: server.dataDir,
    userId: (await addMember()).id,
    titles: ["銀河の話"],
    seconds: 2,
  });
  const found = rows.parse(
    await call(admin, `GET /api/admin/files/location?q=${encodeURIComponent("銀河")}`),
  );
  expect(found).toMatchObject([{ id: trackId, trackId, title: "銀河の話", location: "local", exists: true }]);
  await call(me, "GET /api/admin/files/location", undefined, 401);
  const message = "S3は設定されていません。ファイルを確認しました。";
  const synced = await call(admin, `POST /api/admin/files/sync/${trackId}`);
  expect(synced).toMatchObject({ success: true, message, trackId });
  expect(await call(admin, "POST /api/admin/files/sync/2000000000", undefined, 404)).toMatchObject({
    error: "音声が見つかりません",
  });
  await call(me, `POST /api/admin/files/sync/${trackId}`, undefined, 401);
  expect(await call(admin, "POST /api/admin/files/sync-all")).toMatchObject({ message, isFinished: true });
  await call(me, "POST /api/admin/files/sync-all", undefined, 401);

  await call(admin, `PATCH /api/tracks/${trackId}/visibility`, { isVisible: false });
  const audio = `/api/admin/tracks/${trackId}/audio`;
  const part = await admin.get(audio, { Range: "bytes=0-9" });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const whole = await admin.get(audio);
  expect([whole.status, whole.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  await whole.arrayBuffer();
  const known = { "If-None-Match": whole.headers.get("ETag") ?? "" };
  expect((await admin.get(audio, known)).status).toBe(304);
  await call(admin, "GET /api/admin/tracks/2000000000/audio", undefined, 404);
  await call(me, `GET /api/admin/tracks/${trackId}/audio`, undefined, 401);
  await callEvidence(admin);
  await call(admin, `DELETE /api/tracks/${trackId}`);
  const gone = { error: "音声が見つかりません", code: "not_found" };
  expect(await call(admin, `DELETE /api/tracks/${trackId}`, undefined, 404)).toMatchObject(gone);
  const visible = { isVisible: true };
  expect(await call(admin, `PATCH /api/tracks/${trackId}/visibility`, visible, 404)).toMatchObject(gone);
}

export async function callUploads(): Promise<void> {
  const admin = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  const send = async (title: string, audio: Buffer, headers: HeadersInit = {}) => {
    const body = new FormData();
    body.set("title", title);
    body.set("audio", new File([new Uint8Array(audio)], "wave"));
    return admin.fetch("/api/admin/uploads", { method: "POST", body, headers });
  };
  expect((await send("波の音", await makeMp3())).status).toBe(201);
  const accepted = await send("長い波の音", makeWav({ seconds: 120 }), { Prefer: "respond-async" });
  expect(accepted.status).toBe(202);
  const { upload } = z.object({ upload: z.object({ id: z.string() }) }).parse(await accepted.json());
  await call(admin, `GET /api/admin/uploads/${upload.id}`);
  const cancelled = await call(admin, `DELETE /api/admin/uploads/${upload.id}`);
  expect(cancelled).toMatchObject({ upload: { status: "cancelled" }, track: null });
  await call(admin, `DELETE /api/admin/uploads/${upload.id}`, undefined, 409);
  await call(admin, "GET /api/admin/uploads/unknown", undefined, 404);
  expect((await send(" ", makeWav())).status).toBe(400);
  expect((await send("文章", Buffer.from("これは音声ではありません"))).status).toBe(415);
  await call(admin, "POST /api/admin/uploads", {}, 415);
  await call(me, "POST /api/admin/uploads", {}, 401);
}

const themes = z.array(z.object({ id: z.int(), title: z.string() })).min(1);

export async function callThemes(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const [known, silent, away] = ["76979871", "76979872", "76979873"].map((id) => `https://vimeo.com/${id}`);
  const description = "■月の満ち欠け\n月は地球のまわりを回っています。".concat(
    "満ち欠けは、太陽の光が当たる向きで変わります。".repeat(4),
  );
  videoSite.videos.set(known ?? "", { title: "夜の話", author: "夜の局", description });
  videoSite.videos.set(silent ?? "", { title: "無口な動画", author: "夜の局" });
  videoSite.videos.set(away ?? "", 500);
  const extract = "POST /api/admin/youtube/extract";
  const [theme] = themes.parse(await call(admin, extract, { url: known }));
  expect(theme?.title).toBe("月の満ち欠け");
  expect(themes.parse(await call(admin, "GET /api/admin/themes?limit=1"))).toMatchObject([{ id: theme?.id }]);
  await call(admin, extract, { url: known }, 409);
  expect(await call(admin, extract, { url: silent }, 409)).toMatchObject({
    error: expect.stringContaining("動画の字幕を取得できませんでした。"),
  });
  themes.parse(await call(admin, extract, { url: silent, text: description.repeat(2) }));
  await call(admin, extract, { url: "https://vimeo.com/76979874" }, 409);
  await call(admin, extract, { url: away }, 503);
  for (const url of ["", "https://example.com/watch?v=jNQXAC9IVRw", "http://127.0.0.1/"])
    await call(admin, extract, { url }, 400);
  expect(videoSite.asked).not.toContain("http://127.0.0.1/");
  for (const client of [visitor(), me]) await call(client, extract, { url: known }, 401);

  const path = `/api/admin/themes/${theme?.id}`;
  await call(admin, `POST ${path}/generate-audio`, { speakingRate: 0.75 }, 409);
  await call(admin, `PATCH ${path}/status`, { status: "published" }, 400);
  expect(await call(admin, `PATCH ${path}/status`, { status: "approved" })).toMatchObject({
    status: "approved",
  });
  const refused = await call(admin, `PATCH ${path}/status`, { status: "pending" }, 409);
  expect(refused).toMatchObject({ error: expect.stringContaining("承認済み") });
  await call(admin, `POST ${path}/generate-audio`, { speakingRate: 3 }, 400);
  const { taskId } = z
    .object({ taskId: z.string() })
    .parse(await call(admin, `POST ${path}/generate-audio`, { speakingRate: 0.75 }));
  await call(admin, `POST ${path}/generate-audio`, {}, 409);
  await call(admin, `PATCH ${path}/status`, { status: "rejected" }, 409);
  await call(admin, `POST /api/admin/tasks/${taskId}/cancel`);
  await call(admin, `PATCH ${path}/status`, { status: "rejected" });
  await call(admin, "PATCH /api/admin/themes/2000000000/status", { status: "approved" }, 404);
  await call(admin, "POST /api/admin/themes/2000000000/generate-audio", {}, 404);
}

/** Tasks of themes, clean-ups, and a text's events. */
export async function callGenerations(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const actor = { kind: "admin", name: "admin" } as const;
  const { taskId } = await startThemeTask({ actor, themeId: await addTheme(), speakingRate: 0.75 });
  const tasks = rows.parse(await call(admin, "GET /api/admin/tasks"));
  expect(tasks[0]).toMatchObject({ id: taskId, theme: { title: "夜のラジオ" }, speakingRate: 0.75 });
  await call(admin, "GET /api/admin/tasks?page=0", undefined, 400);
  expect(await call(admin, `POST /api/admin/tasks/${taskId}/cancel`)).toMatchObject({ status: "cancelled" });
  await call(admin, `POST /api/admin/tasks/${taskId}/cancel`, undefined, 409);
  await call(admin, "POST /api/admin/tasks/unknown/cancel", undefined, 404);
  const cleared = await call(admin, "DELETE /api/admin/tasks/failed");
  expect(cleared).toEqual({ message: "失敗したタスクを0件削除しました" });
  const cleanedUp = await call(admin, "DELETE /api/admin/cleanup/invalid-tasks");
  expect(cleanedUp).toEqual({ message: "無効なタスクを0件削除しました" });
  for (const client of [visitor(), me]) await call(client, "GET /api/admin/tasks", undefined, 401);
  const address = "/api/generate-content?inputText=%E5%A4%9C";
  await call(admin, `GET ${address}`, undefined, 403);
  const stream = await admin.get(address, { Accept: "text/event-stream" });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  const ended = { Accept: "text/event-stream", "Last-Event-ID": "gone.end" };
  expect((await admin.get(address, ended)).status).toBe(204);
  await call(admin, "GET /api/generate-content?inputText=", undefined, 400);
  await call(visitor(), "GET /api/generate-content?inputText=%E5%A4%9C", undefined, 401);
}

async function callEvidence(admin: Client): Promise<void> {
  const body = new FormData();
  const typed = {
    target: "/",
    party: "voice",
    demand: "other",
    explanation: "声",
    name: "響",
    email: "h@example.com",
  };
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  body.set("files", new File(["わたしの声の記録"], "記録.txt"));
  expect((await me.fetch("/objection", { method: "POST", body })).status).toBe(303);
  const [file] = await db.select().from(objectionFiles).where(eq(objectionFiles.name, "記録.txt"));
  const path = `/api/admin/objections/${file?.objectionId}/files/${file?.id}`;
  const whole = await admin.get(path);
  expect([whole.status, await whole.text()]).toEqual([200, "わたしの声の記録"]);
  expect((await admin.get(path, { Range: "bytes=0-2" })).status).toBe(206);
  expect((await admin.get(path, { "If-None-Match": whole.headers.get("ETag") ?? "" })).status).toBe(304);
}
