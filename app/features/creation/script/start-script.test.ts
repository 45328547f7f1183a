import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { LimitReached, Unavailable } from "#app/features/domain-error.ts";
import { recordFailure, recordSuccess } from "#app/features/providers/server/provider-circuit.server.ts";
import { reserveUsage } from "#app/features/providers/server/provider-usage.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, dailyUsage } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { startPreview } from "../preview/start-preview.server.ts";
import { loadCreationPage } from "../server/load-creation-page.server.ts";
import { startScript } from "./start-script.server.ts";

withDatabase();
withSettings();
const before = { ...environment() };
afterEach(() => void Object.assign(environment(), before));

const engine = "openai";
const useService = (settings: Partial<typeof before> = {}) =>
  Object.assign(environment(), {
    SCRIPT_ENGINE: engine,
    OPENAI_BASE_URL: "https://models.example/v1",
    ...settings,
  });

test("a script engine that is out of order takes no texts, and the page says until when", async () => {
  useService();
  const viewer = await addMember();
  const page = () => loadCreationPage({ viewer, flow: "v2" });
  const start = () => startScript({ viewer, flow: "v2", inputText: "本文" });
  expect((await page())?.engines).toEqual({
    sharing: expect.stringContaining("本文とタイトルをmodels.exampleに送ります"),
    pause: null,
  });
  for (let failures = 0; failures < 5; failures++)
    await recordFailure(engine, { error: "503", isPermanent: false });
  await expect(start()).rejects.toThrow(Unavailable);
  expect((await page())?.engines.pause).toMatch(/およそ1分後に/);
  await recordSuccess(engine);
  await recordFailure(engine, { error: "401", isPermanent: true });
  await expect(start()).rejects.toThrow(Unavailable);
  // No wait makes a wrong key right.
  expect((await page())?.engines.pause).toMatch(/運営が設定を直すまで/);
  expect(await db.$count(audioTasks)).toBe(0);
  await recordSuccess(engine);
  expect(await start()).toEqual(expect.any(String));
});

test("a service that speaks and is out of order takes no daily use", async () => {
  useService({ SCRIPT_ENGINE: "local", SPEECH_ENGINE: "voicevox" });
  const viewer = await addMember();
  const script = {
    script: "A: はい。\nB: はい。",
    title: "夜",
    inputText: "本文",
    labels: [],
    factCheck: null,
  };
  const start = () => startPreview({ viewer, flow: "v2", speakingRate: 1, ...script });
  await recordFailure("voicevox", { error: "connect", isPermanent: true });
  await expect(start()).rejects.toThrow("音声を作るAIサービスが、いま使えません。");
  expect(await db.$count(dailyUsage, eq(dailyUsage.userId, viewer.id))).toBe(0);
  await recordSuccess("voicevox");
  expect(await start()).toEqual(expect.any(String));
});

test("a member whose budget of the day is used up starts no script", async () => {
  useService({ ENGINE_MEMBER_DAILY_REQUESTS: 1 });
  const viewer = await addMember();
  const caller = { userId: viewer.id, taskId: null };
  await reserveUsage({ engine, purpose: "script", model: "m", caller, characters: 9 });
  await expect(startScript({ viewer, flow: "v2", inputText: "本文" })).rejects.toThrow(LimitReached);
  expect((await loadCreationPage({ viewer, flow: "v2" }))?.engines.pause).toContain("明日");
  const other = await addMember();
  expect((await loadCreationPage({ viewer: other, flow: "v2" }))?.engines.pause).toBeNull();
});

test("what stays in the operator's own network is no sharing", async () => {
  const viewer = await addMember();
  const sharing = async () => (await loadCreationPage({ viewer, flow: "v1" }))?.engines.sharing;
  expect(await sharing()).toBeNull();
  useService({ OPENAI_BASE_URL: "http://ollama:11434/v1" });
  expect(await sharing()).toBeNull();
  useService({ SCRIPT_ENGINE: "local", SPEECH_ENGINE: "openai" });
  expect(await sharing()).toContain("音声にするときは、台本をmodels.exampleに送ります");
  useService({ SCRIPT_ENGINE: "local", SPEECH_ENGINE: "voicevox", FACT_CHECK_ENGINE: "gemini" });
  expect(await sharing()).toContain("台本をGoogle（Gemini API）に送ります（Google検索を使います）");
});
