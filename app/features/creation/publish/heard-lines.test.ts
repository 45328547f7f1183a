import { afterEach, expect, test, vi } from "vitest";
import * as speechEngines from "#app/engines/speech/choose-speech-engine.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import {
  deletePronunciation,
  savePronunciation,
} from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import { runTask } from "#app/features/tasks/run-task.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { db } from "#db/client.ts";
import { trackCorrections } from "#db/schema/index.ts";
import { correctTrack } from "#jobs/correct-track.ts";
import { producePreview } from "#jobs/produce-preview.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import { corrections } from "../correction/correction-kind.server.ts";
import { respeakTrack } from "../correction/respeak-track.server.ts";
import { startPreview } from "../preview/start-preview.server.ts";
import { previews } from "../tasks/server/creation-kinds.server.ts";
import { findTask } from "../tasks/server/find-task.server.ts";
import { publishTrack } from "./publish-track.server.ts";

withDatabase();
afterEach(() => vi.restoreAllMocks());

const script = "A: 今日はいい天気です。\nB: そうですね。";
const threat = [
  { word: "今日は", reading: "オマエヲ", accent: null },
  { word: "天気です", reading: "コロシテヤル", accent: null },
];

async function author() {
  const viewer = await addMember();
  const owner = { kind: "member" as const, viewer };
  const ids = ["a", "b"];
  vi.spyOn(speechEngines, "speechEngine").mockResolvedValue({
    name: "humming",
    ...{ voices: ids.map((id) => ({ id, name: id })), defaultVoices: { A: "a", B: "b" } },
    sampleRate: 24_000,
    async speak(turns, { onSpoken }) {
      return turns.map((_turn, index) => {
        const samples = Float32Array.from({ length: 4800 }, (_value, at) => Math.sin(at / 9) / 3);
        onSpoken?.(index, samples);
        return samples;
      });
    },
  });
  return {
    viewer,
    owner,
    async teach(entries: typeof threat) {
      for (const entry of entries) await savePronunciation({ owner, entry });
    },
    async speak() {
      const taskId = await startPreview({ ...newPreview, viewer, script });
      await runTask(previews, { taskId, signal: AbortSignal.timeout(30_000) }, producePreview);
      const { preview, previewFilename } = await findTask({ viewer, taskId });
      return { heardLines: preview?.heardLines, previewFilename: previewFilename ?? "" };
    },
  };
}

test("a threat that only the author's dictionary says holds the track back, though the dictionary is emptied before it is published", async () => {
  const { viewer, owner, teach, speak } = await author();
  await teach(threat);
  const { heardLines, previewFilename } = await speak();
  expect(heardLines).toEqual(["オマエヲいいコロシテヤル。"]);
  for (const { id } of await listPronunciations(viewer.id)) await deletePronunciation({ owner, id });
  expect(await publishTrack({ viewer, previewFilename, title: "夜" })).toMatchObject({ isTakenDown: true });
});

test("a dictionary that says nothing bad holds nothing back", async () => {
  const { viewer, teach, speak } = await author();
  await teach([{ word: "天気", reading: "テンキ", accent: null }]);
  const { heardLines, previewFilename } = await speak();
  expect(heardLines).toEqual(["今日はいいテンキです。"]);
  expect(await publishTrack({ viewer, previewFilename, title: "夜" })).toMatchObject({ isTakenDown: false });
});

test("a published track that is spoken again by another dictionary is judged as it is heard then", async () => {
  const { viewer, teach, speak } = await author();
  const { heardLines, previewFilename } = await speak();
  expect(heardLines).toBeUndefined();
  const { trackId, isTakenDown } = await publishTrack({ viewer, previewFilename, title: "夜" });
  expect(isTakenDown).toBe(false);
  const respeak = async (A: string) => {
    await respeakTrack({ viewer, trackId, voices: { A, B: A === "a" ? "b" : "a" }, speakingRate: 1 });
    const tasks = await db.select().from(trackCorrections);
    const taskId = tasks.find(({ state }) => state === "queued")?.id ?? "";
    await runTask(corrections, { taskId, signal: AbortSignal.timeout(30_000) }, correctTrack);
    return (await findTrack({ viewer, trackId })).isVisible;
  };
  expect(await respeak("b")).toBe(true);
  await teach(threat);
  expect(await respeak("a")).toBe(false);
});
