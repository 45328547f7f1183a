import { createECDH, createHash, randomBytes, randomUUID } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { write } from "#db/client.ts";
import { audioTasks, invitations, users } from "#db/schema/index.ts";
import { answerCheckOf } from "../api-answers.ts";
import { Client } from "../client.ts";
import { addMember } from "../database.ts";
import { browser, invite, newPerson, server, signIn, withGoogleSignIn } from "../google-sign-in.ts";
import { makePreview, publicationOf, sampleText, writeScript } from "../journeys.ts";
import { addPlaylist } from "../playlists.ts";
import { allRoutes } from "../route-patterns.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";
import { addTrack } from "../tracks.ts";

withGoogleSignIn({ workers: 1 });

/** Tell of addresses that name no call. */
const unknownOnes = ["/api/*", "/api/:a/:b?/:c?"];

let member: Viewer;
let friend: Viewer;
let me: Client;
let other: Client;
const visitor = () => browser();

beforeAll(async () => {
  member = await addMember({ name: "夜野 かなで", customUserId: "kanade", isPremium: false });
  friend = await addMember({ name: "朝野 ひかる", customUserId: "hikaru" });
  me = await signedIn(member);
  other = await signedIn(friend);
});

async function signedIn({ id }: { id: string }): Promise<Client> {
  const token = await startSession({ userId: id, deviceInfo: "Firefox/1 Android" });
  return Client.withSession(server.origin, token);
}

/** A call that must come to what is expected, and what it answered. What it says is checked by the client. */
async function call(client: Client, request: string, body?: unknown, expected = 200): Promise<unknown> {
  const [method = "", path = ""] = request.split(" ");
  const response = await client.send(method, path, body);
  expect(response.status, `${request}: ${await response.clone().text()}`).toBe(expected);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return isJson ? response.json() : response.text();
}

const rows = z.array(z.unknown()).min(1);

test("the document is valid OpenAPI 3.1, has a validator of its own and is the same each time", async () => {
  const response = await visitor().get("/api/openapi.json");
  const text = await response.text();
  const result = await new Validator().validate(JSON.parse(text));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(await (await visitor().get("/api/openapi.json")).text()).toBe(text);
  const known = { "If-None-Match": response.headers.get("ETag") ?? "" };
  expect((await visitor().get("/api/openapi.json", known)).status).toBe(304);
  const ids = (await answerCheckOf(server.origin)).operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the document has every route below /api and no other", async () => {
  const { operations } = await answerCheckOf(server.origin);
  const routes = allRoutes
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern.startsWith("/api/") && !unknownOnes.includes(pattern))
    .map((pattern) => pattern.replace(/:(\w+)/g, "{$1}"));
  expect([...new Set(operations.map(({ path }) => path))].toSorted()).toEqual(routes.toSorted());
});

test("every address answers the methods of the document and no other", async () => {
  const { operations } = await answerCheckOf(server.origin);
  for (const [path, own] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = own.map(({ method }) => method);
    const wrong = ["PATCH", "PUT", "DELETE", "POST"].find((method) => !methods.includes(method)) ?? "";
    const response = await me.send(wrong, path.replace(/\{\w+\}/g, "1"));
    expect(response.status, path).toBe(405);
    const allowed = response.headers.get("Allow")?.split(", ") ?? [];
    expect(allowed.filter((method) => method !== "HEAD").toSorted(), path).toEqual(methods.toSorted());
  }
});

test("answers about tracks", async () => {
  const [first = 0, second = 0] = await addSoundingTracks({
    dataDir: server.dataDir,
    userId: member.id,
    titles: ["夜の窓", "朝の窓", "消える窓"],
    seconds: 2,
  });
  rows.parse(await call(visitor(), "GET /api/tracks?limit=1"));
  rows.parse(await call(visitor(), "GET /api/tracks?search=窓"));
  rows.parse(await call(me, "GET /api/my-tracks"));
  await call(visitor(), `GET /api/tracks/${first}`);
  await call(visitor(), `GET /api/tracks/${first}/transcript.vtt`);
  await call(me, `PATCH /api/tracks/${second}/visibility`, { isVisible: true });
  await call(me, `DELETE /api/tracks/${second}`);
  const playlist = await addPlaylist({ userId: member.id, trackIds: [first] });
  for (const path of [
    `/api/tracks/${first}/cover.png`,
    `/api/users/${member.id}/cover.png`,
    `/api/playlists/${playlist}/cover.png`,
    `/api/stream/${first}`,
  ]) {
    const response = await visitor().get(path);
    expect(response.status, path).toBe(200);
    await response.arrayBuffer();
    const again = await visitor().get(path, { "If-None-Match": response.headers.get("ETag") ?? "" });
    expect(again.status, path).toBe(304);
  }
  const part = await visitor().get(`/api/stream/${first}`, { Range: "bytes=0-9" });
  expect(part.status).toBe(206);
  expect((await part.arrayBuffer()).byteLength).toBe(10);

  await call(me, "POST /api/categories", { name: "夜の音" }, 201);
  await call(me, "POST /api/categories", { name: "夜の音" });
  rows.parse(await call(visitor(), "GET /api/categories/search?q=夜"));

  await call(other, `POST /api/tracks/${first}/report`, { reason: "other" });
  await call(other, `POST /api/likes/${first}`);
  await call(other, `GET /api/likes/check/${first}`);
  rows.parse(await call(other, "GET /api/user/favorites"));
  await call(other, `DELETE /api/likes/${first}`);
  await call(me, `POST /api/likes/${first}`);

  await call(visitor(), `POST /api/tracks/${first}/increment-play-count`, {});
  await call(visitor(), `POST /api/tracks/${first}/increment-impression-count`, {});
  for (const client of [me, other]) {
    await call(client, "POST /api/listening-history", { trackId: first, position: 1.5 });
    // Written in batches.
    await expect.poll(() => call(client, "GET /api/user/listening-history")).toHaveLength(1);
  }
  await call(other, `DELETE /api/user/listening-history/${first}`);
  await call(other, "DELETE /api/user/listening-history");
});

test("answers about notifications", async () => {
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/likes/${track}`);
  const [first] = z
    .array(z.looseObject({ id: z.number() }))
    .min(1)
    .parse(await call(other, "GET /api/notifications"));
  await call(other, "GET /api/notifications/unread-count");
  const known = await other.get("/api/notifications/unread-count");
  const again = { "If-None-Match": known.headers.get("ETag") ?? "" };
  expect((await other.get("/api/notifications/unread-count", again)).status).toBe(304);
  const stream = await other.get("/api/notifications/stream");
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  await call(other, `POST /api/notifications/${first?.id}/read`);
  await call(other, "POST /api/notifications/read", { ids: [first?.id] });
  await call(other, "POST /api/notifications/read-all");
});

test("answers about audio that devices keep", async () => {
  const { dataDir } = server;
  const premium = await addMember({ isPremium: true });
  const keeper = await signedIn(premium);
  const trackIds = await addSoundingTracks({ dataDir, userId: premium.id, titles: ["夜の海"], seconds: 1 });
  const path = `/api/offline/${trackIds[0]}`;
  const whole = await keeper.get(path);
  expect(whole.status).toBe(200);
  const sha256 = createHash("sha256").update(Buffer.from(await whole.arrayBuffer()));
  const etag = `"${sha256.digest("hex")}"`;
  expect(whole.headers.get("ETag")).toBe(etag);
  const asked: [Record<string, string>, number][] = [
    [{ "If-None-Match": etag }, 304],
    [{ Range: "bytes=0-9" }, 206],
    [{ Range: "bytes=99999999-" }, 416],
    [{ "If-Match": '"other"' }, 412],
  ];
  for (const [headers, status] of asked) expect((await keeper.get(path, headers)).status).toBe(status);
  expect(await call(keeper, "POST /api/offline/check", { trackIds })).toMatchObject({ available: trackIds });
  expect(await call(other, `GET ${path}`, undefined, 403)).toMatchObject({
    error: "オフライン保存はプレミアム会員限定機能です",
  });
  expect(await call(other, "POST /api/offline/check", { trackIds })).toEqual({
    validUntil: null,
    available: trackIds,
  });
});

test("answers about people", async () => {
  await call(me, `POST /api/users/${friend.id}/follow`);
  await call(other, `POST /api/users/${member.id}/follow`);
  for (const path of ["", "/follow-counts"]) await call(visitor(), `GET /api/users/${friend.id}${path}`);
  await call(visitor(), `GET /api/user/profile/${friend.id}`);
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  await call(me, `GET /api/users/${friend.id}/follow-status`);
  for (const side of ["followers", "following"] as const) {
    const list = z.record(z.literal(side), rows);
    list.parse(await call(me, `GET /api/users/${friend.id}/${side}`));
    rows.parse(await call(me, `GET /api/follows/${side}/${friend.id}`));
  }
  const third = await addMember();
  await call(other, `POST /api/users/${third.id}/follow`);
  await call(other, `DELETE /api/users/${third.id}/follow`);
});

test("answers about playlists", async () => {
  const tracks = z
    .array(z.object({ id: z.number() }))
    .parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  const [track] = tracks;
  const made = z
    .object({ id: z.number(), publicSlug: z.string() })
    .parse(await call(me, "POST /api/playlists", { name: "夜の一覧", category: "音楽" }));
  const path = `/api/playlists/${made.id}`;
  const added = z
    .object({ id: z.number() })
    .parse(await call(me, `POST ${path}/items`, { trackId: track?.id }));
  rows.parse(await call(visitor(), "GET /api/playlists"));
  rows.parse(await call(me, "GET /api/playlists/user"));
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/playlists`));
  await call(visitor(), `GET ${path}`);
  rows.parse(await call(visitor(), `GET ${path}/items`));
  const slug = encodeURIComponent(made.publicSlug);
  await call(visitor(), `GET /api/playlists/public/${slug}`);
  await call(visitor(), `GET /api/playlists/public/${member.id}/${slug}`);
  await call(visitor(), `GET /api/og/kanade/playlist/${made.id}`);
  await call(me, `PUT ${path}`, { name: "夜の一覧", description: "静かな声" });
  await call(me, `PUT ${path}/reorder`, { items: [{ id: added.id, order: 1 }] });
  await call(other, `POST ${path}/follow`);
  await call(other, `GET ${path}/follow-status`);
  await call(other, `POST ${path}/unfollow`);
  await call(me, `GET /api/tracks/${track?.id}/playlists`);
  const more = z
    .object({ id: z.number() })
    .parse(await call(me, `POST /api/tracks/${track?.id}/playlists`, { name: "もう一つ" }));
  await call(me, `DELETE /api/playlists/${more.id}/items?trackId=${track?.id}`);
  await call(me, `DELETE ${path}/items/${added.id}`);
  await call(me, `DELETE ${path}`);
});

test("answers about creation", async () => {
  const written = await writeScript(me);
  const revision = {
    inputText: sampleText,
    originalScript: written.script,
    issues: ["数字を確かめてください"],
  };
  await call(me, "POST /api/regenerate-script", revision);
  const made = await makePreview(me);
  await call(me, "GET /api/posting-status");
  await call(me, "POST /api/publish-track", { autoUpdateOnly: true, previewFilename: made.previewFilename });
  const published = z
    .object({ trackId: z.number() })
    .parse(await call(me, "POST /api/publish-track", { ...publicationOf(made), labels: ["歴史"] }));
  await call(me, "POST /api/audio-tasks/update-track-id", {
    sessionId: made.taskId,
    trackId: published.trackId,
  });
  rows.parse(await call(visitor(), `GET /api/tracks/category/${encodeURIComponent("歴史")}`));
  rows.parse(await call(visitor(), "GET /api/categories/tracks"));
  const { script, title } = written;
  const begun = z
    .object({ taskId: z.string() })
    .parse(await call(me, "POST /api/generate-audio-preview", { script, title }));
  await call(me, `POST /api/audio-tasks/${begun.taskId}/cancel`);
  rows.parse(await call(me, "GET /api/audio-tasks/user"));
  const [unwanted, stuck] = [randomUUID(), randomUUID()];
  // Older than a task may run, so that it can be killed.
  const then = new Date(Date.now() - 3_600_000);
  await write((tx) =>
    tx
      .insert(audioTasks)
      .values(
        [unwanted, stuck].map((id) => ({
          id,
          userId: friend.id,
          kind: "preview" as const,
          flow: "v2" as const,
          state: "completed" as const,
          inputText: "夜",
          previewFilename: `${id}.mp3`,
          createdAt: then,
          updatedAt: then,
          expiresAt: new Date(Date.now() + 3_600_000),
        })),
      )
      .returning({ id: audioTasks.id }),
  );
  await call(other, `DELETE /api/cleanup-preview/${unwanted}.mp3`);
  await call(other, `POST /api/audio-tasks/${stuck}/kill`);
});

test("answers about push messages", async () => {
  await call(visitor(), "GET /api/push/vapid-key");
  await call(me, "POST /api/notifications/test-push", { test: true });
  const made = () => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    expirationTime: null,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  });
  const ended = made();
  await call(me, "POST /api/push/subscribe", ended);
  await call(me, "GET /api/push/subscribe");
  await call(me, "DELETE /api/push/subscribe", { endpoint: ended.endpoint });
  await call(me, "POST /api/push/subscribe", made());
});

test("answers about the account", async () => {
  const asked = await visitor().get("/api/docs");
  expect(asked.status).toBe(200);
  await call(visitor(), "GET /api/access-control");
  for (const path of ["user", "me", "premium-status", "check-user-id/yoru"])
    await call(me, `GET /api/auth/${path}`);
  await call(me, "POST /api/trial/double-speed");
  await call(me, "PUT /api/auth/profile", { name: "夜野 かなで", customUserId: "kanade" });
  await call(me, "PATCH /api/auth/profile", { xHandle: "@kanade" });
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#a04020" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("image", new File([new Uint8Array(picture)], "face.png", { type: "image/png" }));
  const uploaded = await me.fetch("/api/upload/profile-image", { method: "POST", body: form });
  expect(uploaded.status).toBe(200);
  await call(me, "POST /api/contact", {
    name: "夜野 かなで",
    email: "kanade@example.com",
    subject: "その他",
    message: "こんばんは。",
  });
  const visit = { id: "visit-of-kanade", cookieConsent: true, analyticsConsent: false };
  await call(me, "POST /api/session", visit);
  await call(visitor(), "POST /api/ai-chat", { message: "解約したい", context: "customer_support" });

  const codes = z
    .array(z.object({ id: z.string() }))
    .min(1)
    .parse(await call(me, "GET /api/invitations/my"));
  await call(me, "GET /api/invitations/stats");
  await call(me, `DELETE /api/invitations/${codes[0]?.id}`);
  await write(async (tx) => {
    await tx
      .update(users)
      .set({ invitedById: member.id })
      .where(eq(users.id, friend.id))
      .returning({ id: users.id });
    await tx
      .update(invitations)
      .set({ usedCount: 1, expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(invitations.code, codes[1]?.id ?? ""))
      .returning();
  });
});

test("the export has something of every kind", async () => {
  const followed = await addPlaylist({ userId: friend.id, trackIds: [] });
  await call(me, `POST /api/playlists/${followed}/follow`);
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/tracks/${track}/report`, { reason: "other" });
  // A letter that waits; others are gone as soon as they were taken.
  const later = new Date(Date.now() + 3_600_000);
  await write((tx) =>
    sendEmail(tx, {
      to: member.email,
      template: "account-approved",
      values: { name: member.name },
      userId: member.id,
      now: later,
    }),
  );
  const data = z.record(z.string(), z.unknown()).parse(await call(me, "GET /api/auth/export"));
  const empty = Object.entries(data).filter(([, list]) => Array.isArray(list) && list.length === 0);
  expect(empty.map(([name]) => name)).toEqual([]);
});

test("answers about signing in and out", async () => {
  expect(await signIn(browser(), newPerson(), { invitation: await invite() })).toBe("/?from_auth=true");
  await signedIn(member);
  const sessions = z
    .array(z.object({ id: z.string(), isCurrent: z.boolean() }))
    .parse(await call(me, "GET /api/auth/sessions"));
  const away = sessions.find(({ isCurrent }) => !isCurrent);
  await call(me, `DELETE /api/auth/sessions/${away?.id}`);
  await call(await signedIn(friend), "GET /api/auth/logout", undefined, 302);
  await call(await signedIn(friend), "POST /api/auth/logout");
  expect((await (await signedIn(friend)).form("/api/auth/logout", {})).status).toBe(303);
  await call(await signedIn(friend), "DELETE /api/auth/sessions");
  await call(await signedIn(friend), "DELETE /api/auth/account");
});

test("errors are the document's too", async () => {
  const pending = await signedIn(await addMember({ state: "pending" }));
  await call(visitor(), "GET /api/auth/me", undefined, 401);
  await call(pending, "GET /api/auth/me", undefined, 403);
  await call(visitor(), "GET /api/tracks/2147483647", undefined, 404);
  await call(visitor(), "GET /api/no/such/call", undefined, 404);
  await call(visitor(), "GET /api/tracks?limit=0", undefined, 400);
  await call(me, "PUT /api/auth/profile", { name: "" }, 400);
  const plain = { method: "PUT", body: "x", headers: { "Content-Type": "text/plain" } };
  expect((await me.fetch("/api/auth/profile", plain)).status).toBe(415);
  const large = JSON.stringify({ name: "x".repeat(300_000) });
  const tooLarge = { method: "PUT", body: large, headers: { "Content-Type": "application/json" } };
  expect((await me.fetch("/api/auth/profile", tooLarge)).status).toBe(413);
  const foreign = { method: "PUT", body: "{}", headers: { Origin: "https://elsewhere.example" } };
  expect((await me.fetch("/api/auth/profile", foreign)).status).toBe(403);
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await me.get("/api/auth/export")).status);
  expect(answers).toContain(429);
});

test("every call of the document has answered with each status of success that it says", async () => {
  const { operations, seen } = await answerCheckOf(server.origin);
  const promised = operations.flatMap(({ id, statuses }) =>
    statuses.filter((status) => status < 400).map((status) => `${id} ${status}`),
  );
  expect(promised.filter((answer) => !seen.has(answer))).toEqual([]);
});
