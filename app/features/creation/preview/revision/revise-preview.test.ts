import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { Conflict } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask, endTask } from "#app/features/tasks/task-life.server.ts";
import { validate } from "#app/features/validate.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import type { AudioTask } from "../../audio-task.ts";
import { creationFormSchema } from "../../creation.schema.ts";
import { getDailyUsage } from "../../limits/daily-usage.server.ts";
import { handleCreationForm } from "../../server/handle-creation-form.server.ts";
import { findCreationState } from "../../server/load-creation-page.server.ts";
import { completePreview } from "../../tasks/server/complete-task.server.ts";
import { previews } from "../../tasks/server/creation-kinds.server.ts";
import { findTask } from "../../tasks/server/find-task.server.ts";
import { discardPreview } from "../discard-preview.server.ts";
import { startPreview } from "../start-preview.server.ts";
import { completeRevision } from "./complete-revision.server.ts";
import { respeakLine, savePreviewHeading, undoLine } from "./revise-preview.server.ts";
import { maxRespokenLines, revisionMessages } from "./revision.ts";

withDatabase();

const script = "A: 一つ目。\nB: 二つ目。";
const claim = { text: "二つ目。", verdict: "verified" as const, sources: [] };
const spoken = (taskId: string, name: string) => ({
  durationMs: 2000,
  files: [{ kbps: 64, storageKey: `audio/${taskId}/${name}.mp3`, bytes: 1, sha256: "0".repeat(64) }],
  cues: [
    { speaker: "A" as const, text: "一つ目。", startMs: 0, endMs: 900, turn: 0 },
    { speaker: "B" as const, text: "二つ目。", startMs: 1100, endMs: 1900, turn: 1 },
  ],
});

async function addPreview() {
  const viewer = await addMember();
  const taskId = await startPreview({
    ...newPreview,
    viewer,
    script,
    factCheck: {
      status: "issues_found",
      confidence: 60,
      summary: "",
      issues: [],
      claims: [0, 1].map((line) => ({ ...claim, line, text: ["一つ目。", "二つ目。"][line] ?? "" })),
    },
  });
  await claimTask(previews, taskId);
  const preview = spoken(taskId, "64");
  await audioStorage().put(`audio/${taskId}/64.mp3`, new Uint8Array([1]));
  await completePreview(taskId, preview);
  const shown = async () => {
    const { preview: now, running } = await findCreationState({ viewer, flow: "v2" });
    if (!now) throw new Error("there is no preview");
    return { ...now, running };
  };
  /** What the worker does with the change. */
  const speak = async (): Promise<AudioTask> => {
    const task = await claimTask(previews, taskId);
    if (!task) throw new Error("there is nothing to speak");
    const name = `${task.revision?.version}-64`;
    await audioStorage().put(`audio/${taskId}/${name}.mp3`, new Uint8Array([2]));
    expect(await completeRevision(task, spoken(taskId, name))).toBe(true);
    return task;
  };
  return { viewer, taskId, shown, speak };
}

test("a line is spoken again for no use, and undone back to the first version", async () => {
  const { viewer, taskId, shown, speak } = await addPreview();
  const first = await shown();
  expect(first).toMatchObject({ version: 0, remainingLines: maxRespokenLines, canUndo: false });
  expect(first.lines).toMatchObject([
    { startMs: 0, endMs: 900 },
    { text: "二つ目。", startMs: 1100 },
  ]);
  const change = { viewer, taskId, line: 1, text: "にこめ。" };
  await respeakLine({ ...change, version: 0 });
  // Until it is spoken the page has the old one.
  expect(await shown()).toMatchObject({ script, running: { isRevision: true } });
  await speak();
  const second = await shown();
  expect(second).toMatchObject({ version: 1, remainingLines: maxRespokenLines - 1, canUndo: true });
  expect(second.script).toBe("A: 一つ目。\nB: にこめ。");
  expect(second.previewUrl).not.toBe(first.previewUrl);
  expect(second.factCheck?.claims.map(({ verdict }) => verdict)).toEqual(["verified", "unchecked"]);
  expect(await audioStorage().stat(`audio/${taskId}/64.mp3`)).toBeNull();
  await respeakLine({ ...change, version: 1, line: 0, text: "ひとつめ。" });
  await speak();
  for (const version of [2, 3]) {
    await undoLine({ viewer, taskId, version });
    await speak();
  }
  expect(await shown()).toMatchObject({ script, canUndo: false, remainingLines: maxRespokenLines - 2 });
  expect((await shown()).factCheck).toEqual(first.factCheck);
  await expect(undoLine({ viewer, taskId, version: 4 })).rejects.toThrow(revisionMessages.noUndo);
  expect((await getDailyUsage(viewer)).currentCount).toBe(1);
});

test("an emptied line is taken out with its verdict, once, and comes back; the last one stays", async () => {
  const { viewer, taskId, shown, speak } = await addPreview();
  const post = (version: number) => {
    const form = { intent: "respeak-line", taskId, version: String(version), line: "0", text: "　" };
    const { text } = z.object({ text: z.string() }).parse(validate(creationFormSchema, form));
    return respeakLine({ viewer, taskId, version, line: 0, text });
  };
  await post(0);
  await post(0);
  await speak();
  expect(await shown()).toMatchObject({
    version: 1,
    script: "B: 二つ目。",
    factCheck: { claims: [{ line: 0 }] },
  });
  expect((await shown()).factCheck?.claims).toHaveLength(1);
  await expect(post(1)).rejects.toMatchObject({ fields: { text: [revisionMessages.last] } });
  await undoLine({ viewer, taskId, version: 1 });
  await speak();
  expect(await shown()).toMatchObject({ script });
});

test("of two tabs that change lines at once one is told that it was too late; other titles and labels are kept", async () => {
  const { viewer, taskId, shown, speak } = await addPreview();
  const both = await Promise.allSettled(
    [0, 1].map((line) => respeakLine({ viewer, taskId, version: 0, line, text: "かえました。" })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))).toEqual([
    new Conflict(revisionMessages.stale),
  ]);
  await speak();
  const heading = { viewer, taskId, title: "朝", labels: ["ニュース"] };
  await expect(savePreviewHeading({ ...heading, version: 0 })).rejects.toThrow(revisionMessages.stale);
  await savePreviewHeading({ ...heading, version: 1 });
  expect(await shown()).toMatchObject({ title: "朝", labels: ["ニュース"] });
  const stranger = await addMember();
  await expect(undoLine({ viewer: stranger, taskId, version: 1 })).rejects.toThrow(revisionMessages.gone);
});

test("a change that fails or is cancelled leaves the preview; a worker that comes too late changes nothing", async () => {
  const { viewer, taskId, shown, speak } = await addPreview();
  const change = { viewer, taskId, line: 0, text: "ひとつめ。" };
  await respeakLine({ ...change, version: 0 });
  const late = await claimTask(previews, taskId);
  await endTask(previews, taskId, { as: "failed", error: "話せませんでした。" });
  expect(await shown()).toMatchObject({
    script,
    running: null,
    version: 1,
    remainingLines: maxRespokenLines,
    problem: "話せませんでした。",
  });
  await respeakLine({ ...change, version: 1 });
  if (late) expect(await completeRevision(late, spoken(taskId, "1-64"))).toBe(false);
  await speak();
  expect(await shown()).toMatchObject({ problem: null, remainingLines: maxRespokenLines - 1 });
  await respeakLine({ ...change, version: 2, text: "もう一度。" });
  await claimTask(previews, taskId);
  await endTask(previews, taskId, { as: "cancelled" });
  // A worker had begun.
  expect(await shown()).toMatchObject({
    script: "A: ひとつめ。\nB: 二つ目。",
    remainingLines: maxRespokenLines - 2,
  });
  expect((await getDailyUsage(viewer)).currentCount).toBe(1);
});

test("a preview that is discarded while it is spoken, anew or for the first time, is spoken no further", async () => {
  const { viewer, taskId, shown } = await addPreview();
  const { version, previewFilename } = await shown();
  await respeakLine({ viewer, taskId, version, line: 1, text: "三つ目。" });
  await claimTask(previews, taskId);
  await discardPreview({ viewer, previewFilename });
  expect(await claimTask(previews, taskId)).toBeNull();
  const waiting = await startPreview({ ...newPreview, viewer, script });
  expect((await getDailyUsage(viewer)).currentCount).toBe(2);
  const task = await findTask({ viewer, taskId: waiting });
  await discardPreview({ viewer, previewFilename: task.previewFilename ?? "" });
  expect(await claimTask(previews, waiting)).toBeNull();
  // As for any that is cancelled before it begins.
  expect((await getDailyUsage(viewer)).currentCount).toBe(1);
});

test("what can't be a line is refused beside its field, and the twenty-first change too", async () => {
  const { viewer, taskId } = await addPreview();
  const post = async (fields: Record<string, unknown>) =>
    handleCreationForm({
      viewer,
      flow: "v2",
      siteActor: () => Promise.reject(new Error("not the admin")),
      signal: AbortSignal.timeout(10),
      form: validate(creationFormSchema, {
        intent: "respeak-line",
        taskId,
        version: "0",
        line: "0",
        ...fields,
      }),
    });
  for (const text of [undefined, "🌙", "一つ目。", "これは。\nB: 別の声。", "あ".repeat(5990)])
    await expect(post({ text })).rejects.toMatchObject({ fields: { text: [expect.any(String)] } });
  const revision = { version: 40, spoken: maxRespokenLines, earlier: [] };
  await write((tx) => tx.update(audioTasks).set({ revision }).where(eq(audioTasks.id, taskId)));
  await expect(post({ text: "ひとつめ。", version: "40" })).rejects.toThrow(revisionMessages.usedUp);
});
