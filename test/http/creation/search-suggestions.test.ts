import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { generationTasks, tracks, transcriptCues } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { addAudioTask } from "../../audio-tasks.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { searchSuggestions } from "../../servers/language-models/gemini-server.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

const script = "A: 東京タワーの高さは333メートルです。\nB: そうですね。";
const sources = [{ title: "東京タワー", url: "https://example.com/tower" }];
const factCheck = {
  status: "verified" as const,
  confidence: 100,
  summary: "事実として述べている1件を、出典で確認しました。",
  issues: [],
  claims: [{ line: 0, text: "東京タワーの高さは333メートルです。", verdict: "verified" as const, sources }],
  searches: [{ text: "東京タワー 高さ", url: "https://www.google.com/search?q=a" }],
  searchSuggestions,
};
const frameOf = (path: string) =>
  new RegExp(`<iframe[^>]* src="${path}"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"`);

let origin: string;
let maker: Client;
let other: Client;
let admin: Client;
const taskId = crypto.randomUUID();
const generationId = crypto.randomUUID();
let trackId: number;
let hiddenId: number;

beforeAll(async () => {
  ({ origin } = sharedServer());
  const [owner, member] = [await addMember(), await addMember()];
  const clientOf = async ({ id }: { id: string }) =>
    Client.withSession(origin, await startSession({ userId: id, deviceInfo: "" }));
  maker = await clientOf(owner);
  other = await clientOf(member);
  admin = Client.withAdminSession(origin, (await addAdminSession()).token);
  trackId = await addTrack({ userId: owner.id, script });
  hiddenId = await addTrack({ userId: owner.id, script, isVisible: false });
  const now = new Date();
  await write(async (tx) => {
    for (const id of [trackId, hiddenId]) await tx.update(tracks).set({ factCheck }).where(eq(tracks.id, id));
    await tx.insert(transcriptCues).values({
      trackId,
      position: 0,
      speaker: "A",
      text: "東京タワーの高さは333メートルです。",
      startMs: 0,
      endMs: 900,
    });
    const finished = { state: "completed" as const, title: "塔の話", script, labels: [], factCheck };
    await addAudioTask({ ...finished, id: taskId, userId: owner.id, kind: "script", inputText: script });
    await tx.insert(generationTasks).values({
      ...finished,
      id: generationId,
      kind: "text",
      inputText: script,
      activeKey: generationId,
      speakingRate: 1,
      stageLog: [],
      grounding: { engine: "gemini", sources },
      createdAt: now,
      updatedAt: now,
      endedAt: now,
    });
  });
});

test("Google's suggestions stand beside the check on every page that shows it, in a frame without scripts", async () => {
  const pages: [Client, string, string][] = [
    [maker, "/create-post-v2", `/search-suggestions/task/${taskId}`],
    [new Client(origin), `/track/${trackId}`, `/search-suggestions/track/${trackId}`],
    [admin, `/admin/generate?task=${generationId}`, `/search-suggestions/generation/${generationId}`],
  ];
  for (const [client, page, frame] of pages) {
    const html = await (await client.get(page)).text();
    expect(html, page).toMatch(frameOf(frame));
    expect(html.match(/<a[^>]*href="https:\/\/www\.google\.com\/search/), page).toBeNull();
    const answer = await client.get(frame);
    expect(answer.status).toBe(200);
    const shown = await answer.text();
    expect(shown).toContain(searchSuggestions);
    // Links open in a tab of their own, as the frame itself may not be left.
    expect(shown).toContain('<base target="_blank">');
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox allow-popups");
    expect(policy).not.toMatch(/script|unsafe-eval|allow-same-origin/);
    expect(answer.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(answer.headers.get("Cache-Control")).toContain("private");
  }
});

test("who may not see a check does not get its suggestions", async () => {
  const visitor = new Client(origin);
  for (const [client, path] of [
    [visitor, `task/${taskId}`],
    [other, `task/${taskId}`],
    [admin, `task/${taskId}`],
    [visitor, `track/${hiddenId}`],
    [other, `track/${hiddenId}`],
    [visitor, `generation/${generationId}`],
    [maker, `generation/${generationId}`],
    [maker, "track/x"],
  ] as const) {
    const answer = await client.get(`/search-suggestions/${path}`);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
  }
  expect((await maker.get(`/search-suggestions/track/${hiddenId}`)).status).toBe(200);
});
