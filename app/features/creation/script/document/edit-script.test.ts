import { expect, test } from "vitest";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { state, submit, submitAndWrite, written } from "#test/creation-forms.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { creationAccountLifecycle } from "../../server/account-lifecycle.server.ts";
import { lineMessages } from "./line-acts.ts";

withDatabase();

async function begin() {
  const viewer = await addMember();
  await submitAndWrite(viewer, { intent: "generate-script", inputText: "夜の本文" });
  const { draft } = await state(viewer);
  const scriptTaskId = draft?.taskId ?? "";
  const post = (lines: string[], fields: Record<string, unknown> = {}) => {
    const rows = [lines.map((line) => ({ speaker: line.charAt(0), text: line.slice(2) }))];
    const form = { intent: "save-script", scriptTaskId, title: "題", labels: [], lines: rows };
    return submit(viewer, { ...form, ...fields });
  };
  const shown = async () => {
    const edits = (await state(viewer)).draft?.edits;
    return { ...edits, lines: edits?.lines.map(({ speaker, text }) => `${speaker}:${text}`) };
  };
  return { viewer, scriptTaskId, post, shown };
}

test("an act keeps what was typed apart from the script, on whatever device, until it is saved; then it is taken back too", async () => {
  const { viewer, post, shown } = await begin();
  expect(await shown()).toMatchObject({ version: 0, isUnsaved: false, canUndo: false });
  const kept = await post(["A:書きかけ", "B:"], { act: "up:1", version: "0", title: "" });
  expect(kept).toMatchObject({ path: "/create-post-v2?step=edit#line-1", version: 2 });
  expect(await shown()).toMatchObject({
    ...{ version: 2, title: "", lines: ["B:", "A:書きかけ"], isUnsaved: true, canUndo: true, canRedo: false },
  });
  expect((await state(viewer)).draft?.script).toBe(written.script);

  const saved = await post(["B:はい。\nええ。", "A:書きました。"], { version: "2" });
  expect(saved).toEqual({ path: "/create-post-v2", flash: "script-updated" });
  expect((await state(viewer)).draft).toMatchObject({
    title: "題",
    script: "B: はい。\nB: ええ。\nA: 書きました。",
  });
  expect(await shown()).toMatchObject({ isUnsaved: false, canUndo: true });
  await post(["B:はい。", "B:ええ。", "A:書きました。"], { act: "undo" });
  expect(await shown()).toMatchObject({ lines: ["B:", "A:書きかけ"], isUnsaved: true });
  await post(["B:", "A:書きかけ"], { act: "discard" });
  expect(await shown()).toMatchObject({
    lines: ["B:はい。", "B:ええ。", "A:書きました。"],
    isUnsaved: false,
  });
});

test("saving takes out emptied lines, also when the post comes twice, and a step brings them back; a script of empty lines says so", async () => {
  const { viewer, post, shown } = await begin();
  await post(["A:朝。", "B:", "A:夜。\nはい。"], { act: "keep", version: "0" });
  for (let times = 0; times < 2; times += 1) {
    const saved = await post(["A:朝。", "B:", "A:夜。\nはい。"], { version: "1" });
    expect(saved).toEqual({ path: "/create-post-v2", flash: "script-updated" });
    expect(await shown()).toMatchObject({ lines: ["A:朝。", "A:夜。", "A:はい。"], isUnsaved: false });
  }
  expect((await state(viewer)).draft?.script).toBe("A: 朝。\nA: 夜。\nA: はい。");
  await post(["A:朝。", "A:夜。", "A:はい。"], { act: "undo" });
  expect((await shown()).lines).toEqual(["A:朝。", "B:", "A:夜。\nはい。"]);
  await expect(post(["A:", "B: "])).rejects.toThrow(new Invalid({ lines: [lineMessages.empty] }));
});

test("what another page has written is replaced by the newer post, which says so, and comes back with a step", async () => {
  const { post, shown } = await begin();
  await post(["A:ここ。", "B:こんばんは。"], { act: "keep", version: "0" });
  expect(await post(["A:あそこ。", "B:こんばんは。"], { version: "0" })).toMatchObject({
    flash: "script-edits-replaced",
  });
  await post(["A:あそこ。", "B:こんばんは。"], { act: "undo" });
  expect((await shown()).lines).toEqual(["A:ここ。", "B:こんばんは。"]);
});

test("a reading of the saved script is in its unsaved changes too", async () => {
  const { viewer, scriptTaskId, post, shown } = await begin();
  await post(["A:こんばんは。", "B:書きかけ"], { act: "keep" });
  const reading = {
    line: "0",
    at: "0",
    word: "こんばんは",
    way: "own",
    reading: "コンバンワ",
    accent: "",
    scope: "place",
  };
  await submit(viewer, { intent: "set-reading", scriptTaskId, ...reading });
  expect((await shown()).lines).toEqual(["A:｜こんばんは《コンバンワ》。", "B:書きかけ"]);
});

test("refused: too long or impossible acts, a script without words, and one that is gone; nothing changes", async () => {
  const { viewer, scriptTaskId, post, shown } = await begin();
  const before = await shown();
  for (const [lines, fields, wrong] of [
    [["A:あ"], { act: "dance" }, "act"],
    [["A:あ"], { act: "split:0" }, "lines"],
    [[`A:${"あ".repeat(6000)}`], { act: "keep" }, "lines"],
    [["A:あ"], { act: "keep", title: "あ".repeat(101) }, "title"],
    [["A:"], {}, "lines"],
    [["A:あ。"], { title: " " }, "title"],
    [["C:あ"], { act: "keep" }, "lines.0.0.speaker"],
  ] as const) {
    const refusal = await post([...lines], fields).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Invalid);
    expect(Object.keys((refusal as Invalid).fields)).toEqual([wrong]);
  }
  expect(await shown()).toEqual(before);
  await submit(viewer, { intent: "start-over" });
  await expect(post(["A:あ"], { act: "keep", scriptTaskId })).rejects.toThrow(Conflict);
});

test("the export has what is not saved", async () => {
  const { viewer, post } = await begin();
  await post(["A:書きかけ"], { act: "keep" });
  const exported = await creationAccountLifecycle.exports?.creationTasks?.read(viewer.id);
  expect(exported).toMatchObject([{ unsavedScript: { lines: [{ speaker: "A", text: "書きかけ" }] } }]);
});
