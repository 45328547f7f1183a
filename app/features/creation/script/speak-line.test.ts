import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as samples from "#app/engines/speech/speak-sample.ts";
import { Invalid, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { state, submit, submitAndWrite, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { getDailyUsage } from "../limits/daily-usage.server.ts";
import { speakLine } from "./speak-line.server.ts";

withDatabase();

test("a line is heard in its voice as it is saved, or as it is being edited, for no daily generation, by its author", async () => {
  const heard: Parameters<typeof samples.speakTurns>[0][] = [];
  vi.spyOn(samples, "speakTurns").mockImplementation(async (o) => {
    heard.push(o);
    return new Uint8Array(3);
  });
  const viewer = await addMember();
  const script = "A: こんばんは。\nB: ｜市《シ1》の話です。";
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" }, { ...written, script });
  const taskId = (await state(viewer)).draft?.taskId ?? "";
  await write((tx) => tx.update(audioTasks).set({ speakingRate: 1.3 }).where(eq(audioTasks.id, taskId)));
  await submit(viewer, {
    intent: "save-script",
    scriptTaskId: taskId,
    title: "夜",
    lines: [
      [
        { speaker: "B", text: `${"長い文です。".repeat(60)}` },
        { speaker: "A", text: "、。" },
      ],
    ],
    act: "keep",
  });
  const hear = (line: number, o: { isEdited?: boolean; viewer?: { id: string } } = {}) =>
    speakLine({ viewer, taskId, line, isEdited: false, ...o });
  expect(await hear(1)).toHaveLength(3);
  expect(heard[0]).toMatchObject({
    turns: [{ speaker: "B", text: "｜市《シ1》の話です。" }],
    ...{ speakingRate: 1.3, manner: { mood: "neutral" } },
  });
  await hear(0, { isEdited: true });
  // Of a long line the sentences up to 300 characters.
  expect(heard[1]?.turns).toEqual([{ speaker: "B", text: "長い文です。".repeat(50) }]);
  await expect(hear(1, { isEdited: true })).rejects.toThrow(Invalid);
  await expect(hear(2)).rejects.toThrow(NotFound);
  await expect(hear(0, { viewer: await addMember() })).rejects.toThrow(NotFound);
  expect((await getDailyUsage(viewer)).currentCount).toBe(0);
  await submit(viewer, { intent: "start-over" });
  await expect(hear(0)).rejects.toThrow(NotFound);
  expect(await db.$count(audioTasks, eq(audioTasks.kind, "preview"))).toBe(0);
  expect(heard).toHaveLength(2);
});
