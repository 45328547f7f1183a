import { afterEach, expect, test, vi } from "vitest";
import * as speechEngines from "#app/engines/speech/choose-speech-engine.ts";
import type { SpokenTurn } from "#app/engines/speech/speech-engine.ts";
import { listAuditLog } from "#app/features/audit/list-audit-log.server.ts";
import { Conflict, Invalid, NotAuthenticated } from "#app/features/domain-error.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { runTask } from "#app/features/tasks/run-task.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { db, write } from "#db/client.ts";
import { trackCorrections } from "#db/schema/index.ts";
import { correctTrack } from "#jobs/correct-track.ts";
import { addAdminSession } from "#test/admin.ts";
import { allTicked, producePreview, state, submit, submitAndWrite, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { corrections } from "../correction/correction-kind.server.ts";
import { listCorrections } from "../correction/find-corrections.server.ts";
import { loadCorrectionPage } from "../correction/load-correction-page.server.ts";
import { correctReading } from "../correction/start-correction.server.ts";
import { completeRevision } from "../preview/revision/complete-revision.server.ts";
import { maxRespokenLines } from "../preview/revision/revision.ts";
import { previews } from "../tasks/server/creation-kinds.server.ts";
import { parseOffers } from "./reading-offers.ts";

withDatabase();
afterEach(() => vi.restoreAllMocks());

async function draftOf(script: string) {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" }, { ...written, script });
  const scriptTaskId = (await state(viewer)).draft?.taskId ?? "";
  const word = {
    intent: "set-reading",
    scriptTaskId,
    line: "1",
    at: "2",
    word: "橋",
    way: "ハシ:2",
    scope: "place",
  };
  return { viewer, word };
}

test("a reading of one place is spoken there and shown nowhere, and its author can change it", async () => {
  const script = "A: こんばんは。\n\nB: この橋は古い。\nA: 橋は長い。";
  const { viewer, word } = await draftOf(script);
  expect(await submit(viewer, word)).toMatchObject({ flash: "reading-set" });
  const marked = script.replace("この橋", "この｜橋《ハシ2》");
  expect((await state(viewer)).draft?.script).toBe(marked);
  expect(await listPronunciations(viewer.id)).toEqual([]);

  const previewFilename = await producePreview(viewer);
  expect((await state(viewer)).preview?.script).toBe(marked);
  const { path } = await submit(viewer, {
    intent: "publish",
    previewFilename,
    title: "題",
    agreedToTerms: allTicked,
  });
  const trackId = Number(/\d+(?=\?|$)/.exec(path));
  expect((await findTrack({ viewer, trackId })).script).toBe(script);
  const { lines } = await loadCorrectionPage({ viewer, trackId });
  expect(lines.map(({ text }) => text)).toContain("この｜橋《ハシ2》は古い。");
  expect(JSON.stringify(await findPersonFeed({ idOrCustomId: viewer.id }))).not.toContain("《");
  expect(
    (await searchTracks({ viewer: null, query: "この橋は古い", limit: 5 })).tracks.map(({ id }) => id),
  ).toEqual([trackId]);
});

test("a reading goes to the member's dictionary instead, by kana and accent of their own", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  const own = { ...word, way: "own", reading: "きょう", accent: "1", scope: "member" };
  expect(await submit(viewer, own)).toMatchObject({ flash: "reading-saved" });
  expect(await listPronunciations(viewer.id)).toMatchObject([{ word: "橋", reading: "キョウ", accent: 1 }]);
  expect((await state(viewer)).draft?.script).not.toContain("《");
});

test("forged words, places, kana and accents are refused", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  for (const wrong of [
    { way: "ハシ:9" },
    { way: "ハシ》\nA: ほか:1" },
    { way: "own", reading: "橋" },
    { way: "own", reading: "はし", accent: "x" },
    { scope: "everywhere" },
    { line: "-1" },
  ])
    await expect(submit(viewer, { ...word, ...wrong })).rejects.toBeInstanceOf(Invalid);
  for (const wrong of [{ at: "0" }, { line: "7" }, { word: "端" }, { scriptTaskId: "other" }])
    await expect(submit(viewer, { ...word, ...wrong })).rejects.toBeInstanceOf(Conflict);
  const other = await addMember();
  await expect(submit(other, word)).rejects.toBeInstanceOf(Conflict);
  expect((await state(viewer)).draft?.script).not.toContain("《");
});

test("the site's dictionary takes a reading from the admin alone, and the audit log names it", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  const ofSite = { ...word, scope: "site" };
  await expect(submit(viewer, ofSite)).rejects.toBeInstanceOf(NotAuthenticated);
  expect(await listPronunciations(null)).toEqual([]);
  const { admin } = await addAdminSession();
  expect(await submit(viewer, ofSite, { admin })).toMatchObject({ flash: "site-reading-saved" });
  expect(await listPronunciations(null)).toMatchObject([{ word: "橋", reading: "ハシ", accent: 2 }]);
  expect(await listPronunciations(viewer.id)).toEqual([]);
  const { rows } = await listAuditLog({ withAutomated: true, limit: 10 });
  expect(rows).toMatchObject([{ action: "reading.save", after: { word: "橋", reading: "ハシ", accent: 2 } }]);
});

test("a word of a preview's line is read otherwise, for one of its changes, and a dictionary changes no sound", async () => {
  const script = "A: はい。\nB: この橋は古い。";
  const { viewer, word } = await draftOf(script);
  await producePreview(viewer);
  const before = (await state(viewer)).preview;
  const { scriptTaskId: _, ...choice } = word;
  const form = { ...choice, intent: "set-line-reading", taskId: before?.taskId, version: "0" };
  expect(await submit(viewer, { ...form, scope: "member" })).toMatchObject({ flash: "reading-saved" });
  expect((await state(viewer)).running).toBeNull();
  await expect(submit(viewer, { ...form, word: "端" })).rejects.toBeInstanceOf(Conflict);
  await expect(submit(viewer, { ...form, taskId: "other" })).rejects.toBeInstanceOf(Conflict);
  await expect(submit(viewer, { ...form, scope: "site" })).rejects.toBeInstanceOf(NotAuthenticated);

  const posted = submit(viewer, form);
  const task = await vi.waitFor(
    async () => {
      const claimed = await claimTask(previews, form.taskId ?? "");
      if (!claimed) throw new Error("nothing is spoken yet");
      return claimed;
    },
    { timeout: 30_000 },
  );
  const sound = { kbps: 64, storageKey: `audio/${task.id}/1-64.mp3`, bytes: 3, sha256: "0".repeat(64) };
  await completeRevision(task, { durationMs: 1000, files: [sound], cues: [] });
  await posted;
  // Posted twice.
  await submit(viewer, form);
  const after = (await state(viewer)).preview;
  expect(after).toMatchObject({ version: 1, script: script.replace("橋", "｜橋《ハシ2》") });
  expect(after?.remainingLines).toBe(maxRespokenLines - 1);
});

test("a word of a published line is read otherwise: the mark is spoken, and listeners read the line as before", async () => {
  const viewer = await addMember();
  const script = "A: はい。\nB: この橋は古い。";
  const file = { kbps: 64, storageKey: "audio/bridge.mp3", bytes: 3, sha256: "0".repeat(64) };
  await audioStorage().put(file.storageKey, new Uint8Array(3));
  const audio = { durationMs: 2000, files: [file], cues: [] };
  const trackId = await write((tx) =>
    insertTrack(tx, {
      ...{ author: viewer, taskId: crypto.randomUUID(), title: "橋", script, labels: [], audio },
      ...{ filename: "bridge.mp3", spokenWith: { speakingRate: 1, voices: null } },
    }),
  );
  const before = "この橋は古い。";
  const choice = {
    line: 1,
    at: 2,
    word: "橋",
    way: "ハシ:2",
    reading: "",
    accent: "",
    scope: "place" as const,
  };
  const chosen = { viewer, siteActor: () => Promise.reject(new NotAuthenticated()), trackId, before, choice };
  await expect(correctReading({ ...chosen, before: "橋。" })).rejects.toBeInstanceOf(Conflict);
  expect(await correctReading({ ...chosen, choice: { ...choice, scope: "member" } })).toBe("reading-saved");
  expect(await db.$count(trackCorrections)).toBe(0);
  // The second time it was posted twice.
  for (const _time of [1, 2]) expect(await correctReading(chosen)).toBeNull();

  const spoken: SpokenTurn[] = [];
  vi.spyOn(speechEngines, "speechEngine").mockResolvedValue({
    name: "noting",
    ...{ voices: [{ id: "a", name: "a" }], defaultVoices: { A: "a", B: "a" } },
    ...{ sampleRate: 24_000, takesAccents: true },
    async speak(turns, { onSpoken }) {
      spoken.push(...turns);
      return turns.map((_turn, index) => {
        const samples = Float32Array.from({ length: 4800 }, (_value, at) => Math.sin(at / 9) / 3);
        onSpoken?.(index, samples);
        return samples;
      });
    },
  });
  const [task] = await db.select().from(trackCorrections);
  const signal = AbortSignal.timeout(30_000);
  await runTask(corrections, { taskId: task?.id ?? "", signal }, correctTrack);
  expect(spoken).toContainEqual(
    expect.objectContaining({
      text: "このハシは古い。",
      accents: [expect.objectContaining({ reading: "ハシ", accent: 2 })],
    }),
  );
  const track = await findTrack({ viewer, trackId });
  expect(track.script).toBe(script);
  expect(await listCorrections({ viewer, track })).toMatchObject([{ before, after: before, line: 2 }]);
  const offer = { word: "橋", reading: "ハシ", accent: null };
  const offers = [offer, { ...offer, reading: "キョウ" }];
  const opened = { place: { line: 1, at: 2 }, offers, isAdmin: async () => true };
  const { words, ...page } = await loadCorrectionPage({ viewer, trackId, opened });
  // The member's dictionary has the other one by now.
  expect(page.offers).toEqual([offers[1]]);
  expect(words?.open).toMatchObject({ word: "橋", own: { reading: "ハシ", accent: 2 }, isAdmin: true });
  expect(words?.open).toMatchObject({ isGuess: false });
  // Nobody knows how another engine than the local one reads what no dictionary and no mark says.
  const other = { ...opened, place: { line: 1, at: 4 } };
  const { words: elsewhere } = await loadCorrectionPage({ viewer, trackId, opened: other });
  expect(elsewhere?.open).toMatchObject({ word: "古い", isGuess: true });
  // But by one that says so; what it says is the likeliest. One that can't be reached leaves it a guess.
  const readings: Record<string, string[]> = {
    この橋は古い: ["コ", "ノ", "ハ", "シ", "ワ", "フ", "リ", "イ"],
    この橋は: ["コ", "ノ", "ハ", "シ", "ワ"],
  };
  const engine = await speechEngines.speechEngine();
  const telling = {
    ...engine,
    readText: async ({ text }: { text: string }) => [{ morae: readings[text] ?? [], accent: 6 }],
  };
  const speechEngine = vi.spyOn(speechEngines, "speechEngine").mockResolvedValue(telling);
  const told = await loadCorrectionPage({ viewer, trackId, opened: other });
  expect(told.words?.open).toMatchObject({ isGuess: false });
  expect(told.words?.open?.candidates[0]).toEqual({ reading: "フリイ", accent: 1 });
  speechEngine.mockResolvedValue({ ...engine, readText: () => Promise.reject(new Error("unreachable")) });
  const alone = await loadCorrectionPage({ viewer, trackId, opened: other });
  expect(alone.words?.open).toMatchObject({ isGuess: true });
});

test("a line that is written in kana offers the reading to the dictionary: of a script and of a preview", async () => {
  const { viewer, word } = await draftOf("A: はい。\nB: この橋は古い。");
  const lines = [
    [
      { speaker: "A", text: "はい。" },
      { speaker: "B", text: "このはしは古い。" },
    ],
  ];
  const { scriptTaskId } = word;
  const edit = { intent: "save-script", scriptTaskId, title: "題", labels: [], lines };
  const { path } = await submit(viewer, edit);
  const query = new URL(path, "https://mugen.example").searchParams;
  expect(parseOffers(query)).toEqual([{ word: "橋", reading: "ハシ", accent: null }]);
  // Nothing is new any more.
  expect((await submit(viewer, edit)).path).toBe("/create-post-v2");
});
