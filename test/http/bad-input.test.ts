// on both databases: Postgres refuses characters and numbers that SQLite takes
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makePreview, publicationOf, sampleText } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { sharedServer } from "../servers/shared-server.ts";

let server: ReturnType<typeof sharedServer>;
let member: Client;
let others: { taskId: string; previewFilename: string };
let publication: ReturnType<typeof publicationOf>;

beforeAll(async () => {
  server = sharedServer();
  member = await Client.signedIn(server.origin, "bad-input@example.com");
  const other = await Client.signedIn(server.origin, "bad-input-other@example.com");
  const made = await makePreview(other);
  others = made;
  publication = publicationOf(made);
});

const script = "A: こんばんは。\nB: こんばんは。";
const unknownId = "00000000-0000-4000-8000-000000000000";

const membersCalls: [method: string, path: string][] = [
  ["GET", "/api/auth/me"],
  ["GET", "/api/auth/user"],
  ["GET", "/api/posting-status"],
  ["POST", "/api/generate-script"],
  ["POST", "/api/regenerate-script"],
  ["POST", "/api/generate-audio-preview"],
  ["POST", "/api/v2/background-process"],
  ["GET", "/api/audio-tasks/user"],
  ["GET", `/api/audio-tasks/${unknownId}`],
  ["POST", "/api/audio-tasks/update-track-id"],
  ["POST", `/api/audio-tasks/${unknownId}/cancel`],
  ["POST", `/api/audio-tasks/${unknownId}/kill`],
  ["POST", "/api/publish-track"],
  ["DELETE", "/api/cleanup-preview/x.mp3"],
];

test.each(membersCalls)("%s %s needs a member", async (method, path) => {
  const response = await new Client(server.origin).send(method, path, method === "GET" ? undefined : {});
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ error: "ログインが必要です", code: "not_authenticated" });
});

test.each([
  ...membersCalls,
  ["GET", "/api/tracks"],
  ["GET", "/api/tracks/1"],
  ["GET", "/api/tracks/1/transcript.vtt"],
  ["GET", "/api/stream/1"],
  ["GET", "/health"],
  ["GET", "/ping"],
])("%s %s refuses other methods with Allow", async (method, path) => {
  const wrong = method === "PATCH" ? "PUT" : "PATCH";
  const response = await member.send(wrong, path, {});
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toContain(method);
});

type Bad = [call: string, method: string, path: string, body: unknown, status: number, field: string | null];
const bad: Bad[] = [
  ["no text", "POST", "/api/generate-script", {}, 400, "inputText"],
  ["blank text", "POST", "/api/generate-script", { inputText: " \n\t　" }, 400, "inputText"],
  ["a number for text", "POST", "/api/generate-script", { inputText: 5 }, 400, "inputText"],
  ["a list for text", "POST", "/api/generate-script", { inputText: ["夜"] }, 400, "inputText"],
  ["text too long", "POST", "/api/generate-script", { inputText: "夜".repeat(2001) }, 400, "inputText"],
  [
    "title too long",
    "POST",
    "/api/generate-script",
    { inputText: "夜", title: "夜".repeat(101) },
    400,
    "title",
  ],
  ["a list for the body", "POST", "/api/generate-script", [1, 2], 400, null],
  ["null for the body", "POST", "/api/generate-script", null, 400, null],
  ["nothing to revise", "POST", "/api/regenerate-script", { inputText: "夜" }, 400, "originalScript"],
  [
    "issues of the wrong kind",
    "POST",
    "/api/regenerate-script",
    { inputText: "夜", originalScript: script, issues: "x" },
    400,
    "issues",
  ],
  ["no script", "POST", "/api/v2/background-process", { inputText: "夜", title: "夜" }, 400, "script"],
  ["blank script", "POST", "/api/generate-audio-preview", { script: "  ", title: "夜" }, 400, "script"],
  [
    "script too long",
    "POST",
    "/api/generate-audio-preview",
    { script: `A: ${"夜".repeat(6001)}` },
    400,
    "script",
  ],
  ["too slow", "POST", "/api/v2/background-process", { script, speakingRate: 0.4 }, 400, "speakingRate"],
  ["too fast", "POST", "/api/v2/background-process", { script, speakingRate: 2.1 }, 400, "speakingRate"],
  [
    "a word for the rate",
    "POST",
    "/api/v2/background-process",
    { script, speakingRate: "fast" },
    400,
    "speakingRate",
  ],
  [
    "a label that is no category",
    "POST",
    "/api/v2/background-process",
    { script, labels: ["でたらめ"] },
    400,
    "labels.0",
  ],
  ["no task named", "POST", "/api/audio-tasks/update-track-id", {}, 400, "sessionId"],
  [
    "unknown task named",
    "POST",
    "/api/audio-tasks/update-track-id",
    { sessionId: `v2_${unknownId}`, trackId: 1 },
    404,
    null,
  ],
  ["unknown task", "GET", `/api/audio-tasks/${unknownId}`, undefined, 404, null],
  ["no task id at all", "GET", "/api/audio-tasks/%00", undefined, 404, null],
  ["unknown task to cancel", "POST", `/api/audio-tasks/${unknownId}/cancel`, {}, 404, null],
  ["unknown task to kill", "POST", `/api/audio-tasks/${unknownId}/kill`, {}, 404, null],
  ["unknown preview", "DELETE", "/api/cleanup-preview/v2_preview_1_x.mp3", undefined, 404, null],
  ["a path for a preview", "DELETE", "/api/cleanup-preview/..%2F..%2Fmugen.sqlite", undefined, 404, null],
  ["unknown track", "GET", "/api/tracks/999999", undefined, 404, null],
  ["a track id beyond numbers", "GET", "/api/tracks/99999999999999999999", undefined, 404, null],
  ["a word for a track", "GET", "/api/tracks/abc", undefined, 404, null],
  ["a negative track", "GET", "/api/tracks/-1", undefined, 404, null],
  ["unknown transcript", "GET", "/api/tracks/999999/transcript.vtt", undefined, 404, null],
  ["unknown audio", "GET", "/api/stream/999999", undefined, 404, null],
  ["a path for audio", "GET", "/api/stream/..%2F..%2Fmugen.sqlite", undefined, 404, null],
  ["limit of none", "GET", "/api/tracks?limit=0", undefined, 400, "limit"],
  ["limit of too many", "GET", "/api/tracks?limit=101", undefined, 400, "limit"],
  ["a word for the limit", "GET", "/api/tracks?limit=x", undefined, 400, "limit"],
  ["a cursor beyond the calendar", "GET", "/api/tracks?cursor=999999999999999.1", undefined, 400, "cursor"],
  ["a made-up cursor", "GET", "/api/tracks?cursor=%27or%201=1", undefined, 400, "cursor"],
];

test.each(bad)("%s: %s %s", async (_name, method, path, body, status, field) => {
  const response = await member.send(method, path, body);
  expect(response.status).toBe(status);
  const answer = await response.json();
  expect(answer).toMatchObject({
    error: expect.stringMatching(/[ぁ-んァ-ヶ一-龠]/),
    code: expect.any(String),
  });
  if (field) expect(answer).toMatchObject({ code: "invalid", fields: { [field]: [expect.any(String)] } });
});

test.each([
  ["previewFilename", "", "プレビューファイルが必要です"],
  ["previewFilename", undefined, "プレビューファイルが必要です"],
  ["title", "  ", "タイトルが必要です"],
  ["title", undefined, "タイトルが必要です"],
  ["script", "", "台本が必要です"],
  ["agreedToTerms", false, "利用規約への同意が必要です"],
  ["agreedToTerms", undefined, "利用規約への同意が必要です"],
  ["duration", 0, "有効な音声時間が必要です"],
  ["duration", -3, "有効な音声時間が必要です"],
  ["duration", "12", "有効な音声時間が必要です"],
  ["duration", null, "有効な音声時間が必要です"],
])("publishing with %s = %j is refused as specified", async (field, value, message) => {
  const response = await member.send("POST", "/api/publish-track", { ...publication, [field]: value });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid", fields: { [field]: [message] } });
});

test.each([
  ["GET", "/api/tracks/abc", "音声が見つかりません"],
  ["GET", "/api/tracks/１２", "音声が見つかりません"],
  ["GET", "/api/tracks/0/transcript.vtt", "音声が見つかりません"],
  ["POST", "/api/likes/abc", "音声が見つかりません"],
  ["GET", "/api/likes/check/2147483648", "音声が見つかりません"],
  ["POST", "/api/tracks/abc/increment-play-count", "音声が見つかりません"],
  ["GET", "/api/playlists/abc", "プレイリストが見つかりません"],
  ["POST", "/api/playlists/-1/follow", "プレイリストが見つかりません"],
  ["DELETE", "/api/playlists/1/items/abc", "プレイリストが見つかりません"],
  ["GET", "/api/og/public/playlist/abc", "プレイリストが見つかりません"],
  ["POST", "/api/notifications/abc/read", "通知が見つかりません"],
  ["GET", `/api/audio-tasks/${"x".repeat(200)}`, "タスクが見つかりません"],
])("%s %s says what it did not find, though no row can have such an id", async (method, path, error) => {
  const response = await member.send(method, encodeURI(path), method === "POST" ? {} : undefined);
  expect([response.status, await response.json()]).toEqual([404, { error, code: "not_found" }]);
});

test("what is somebody else's looks like what does not exist", async () => {
  const { taskId, previewFilename } = others;
  expect((await member.get(`/api/audio-tasks/${taskId}`)).status).toBe(404);
  expect((await member.send("POST", `/api/audio-tasks/${taskId}/cancel`)).status).toBe(404);
  expect((await member.send("POST", `/api/audio-tasks/${taskId}/kill`)).status).toBe(404);
  expect((await member.send("DELETE", `/api/cleanup-preview/${previewFilename}`)).status).toBe(404);
  expect((await member.get(`/api/stream/${previewFilename}`)).status).toBe(404);
  expect((await member.send("POST", "/api/publish-track", publication)).status).toBe(400);
  const named = { sessionId: `v2_${taskId}`, trackId: 1 };
  expect((await member.send("POST", "/api/audio-tasks/update-track-id", named)).status).toBe(404);
});

test("unreadable bodies are refused", async () => {
  const post = (type: string, body: string) =>
    member.fetch("/api/generate-script", { method: "POST", headers: { "Content-Type": type }, body });
  expect((await post("application/json", "{")).status).toBe(400);
  expect((await post("text/plain", "x")).status).toBe(415);
  expect((await post("application/json", `${"[".repeat(30_000)}${"]".repeat(30_000)}`)).status).toBe(400);
  expect((await post("application/json", `${"[".repeat(40_000)}${"]".repeat(40_000)}`)).status).toBe(413);
  expect((await post("application/xml", `<inputText>${sampleText}</inputText>`)).status).toBe(415);
});

test.each(["/sign-in", "/theme", "/create-post-v2", "/create-post"])(
  "%s takes forms only, and none that it can't read",
  async (path) => {
    const post = (type: string, body: string) =>
      member.fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
    expect((await post("application/json", "{}")).status).toBe(415);
    expect((await post("text/plain", "x")).status).toBe(415);
    expect((await post("multipart/form-data", "x")).status).toBe(400);
    expect((await post("multipart/form-data; boundary=x", "--x\r\nnothing")).status).toBe(400);
  },
);

test.each([
  "name[99999999]=1",
  "__proto__.x=1",
  "constructor.prototype.x=1",
  "__intent__=x",
  `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a"}}')}`,
])("sign-in takes its own fields only: %s", async (field) => {
  const visitor = new Client(server.origin);
  const response = await visitor.fetch("/sign-in", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `${field}&name=n&email=x`,
  });
  expect(response.status).toBe(400);
  expect((await visitor.get("/ping")).status).toBe(200);
});

test("a form that is larger than it may be says how to get back to what was typed", async () => {
  // The first is refused by its form, the second before any form is known.
  for (const length of [70_000, 300_000]) {
    const refused = await member.form("/create-playlist", { name: "夜", description: "a".repeat(length) });
    expect(refused.status).toBe(413);
    const page = await refused.text();
    expect(page).toContain("送信されたデータが大きすぎます");
    expect(page).toContain("ブラウザーの「戻る」で、入力した内容に戻れます");
  }
});

test("an invitation that no database could hold is none", async () => {
  const response = await fetch(`${server.origin}/sign-in`, {
    method: "POST",
    headers: { Cookie: "mugen_invitation=%00" },
    body: new URLSearchParams({ name: "n", email: "nul@example.com" }),
    redirect: "manual",
  });
  expect(response.status).toBe(302);
});

/** Times and ids at the limits of the databases' types; the time of a playlist's cursor is compared with a position. */
const extremeCursors = ["0.0", `${Date.UTC(10_000, 0, 1) - 1}.2147483647`];

const pagedDocument = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({ parameters: z.array(z.object({ name: z.string() })).optional() }).optional(),
    }),
  ),
});

test("every paged list answers a well-formed cursor, however far out, page and call", async () => {
  const playlist = await member.send("POST", "/api/playlists", { name: "続きの位置" });
  const { id } = z.object({ id: z.number() }).parse(await playlist.json());
  const me = z.object({ id: z.string() }).parse(await (await member.get("/api/auth/me")).json());
  const { paths } = pagedDocument.parse(await (await member.get("/api/openapi.json")).json());
  const calls = Object.entries(paths)
    // The console's lists, which no member may read, have tests of their own.
    .filter(
      ([path, { get }]) =>
        !path.startsWith("/api/admin/") && get?.parameters?.some(({ name }) => name === "cursor"),
    )
    .map(([path]) =>
      path.replace("{category}", "歴史").replace("{id}", path.includes("playlists/{id}") ? `${id}` : me.id),
    );
  expect(calls.length).toBeGreaterThan(12);
  const pages = ["/", "/search?q=夜", "/search?category=歴史", "/favorites", "/history", "/notifications"];
  pages.push("/playlists", "/playlists?tab=following", "/playlists?tab=public", `/playlists/${id}`);
  pages.push("/profile", "/profile?tab=likes", "/profile?tab=playlists");
  pages.push(`/user/${me.id}`, `/user/${me.id}?tab=playlists`, `/${me.id}/followers`, `/${me.id}/following`);
  for (const cursor of extremeCursors) {
    const ask = async (path: string) => {
      const { status } = await member.get(`${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`);
      // Pages redirect to the list's beginning where nothing follows.
      return status === 200 || status === 302 ? [] : [`${status} ${path}`];
    };
    expect((await Promise.all([...calls, ...pages].map(ask))).flat(), cursor).toEqual([]);
  }
});

test.each(["/", "/search", "/profile"])("%s ignores a cursor beyond the calendar", async (path) => {
  expect((await member.get(`${path}?cursor=999999999999999.1`)).status).toBe(200);
});

test("nothing of this made the server fault", () => {
  expect(server.output()).not.toContain('"level":50');
});
