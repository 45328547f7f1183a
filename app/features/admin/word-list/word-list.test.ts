import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { emptyWordList } from "#app/engines/harm/word-list.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { judgeHarm } from "#app/features/creation/server/judge-harm.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { isHarmless, requireHarmless } from "#app/features/require-harmless.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { findWordList, listWordLists, saveWordList } from "#app/features/word-list/word-list.server.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { tryWordList } from "./try-word-list.server.ts";
import { wordListForm } from "./word-list.schema.ts";

withDatabase();

const actor = { kind: "admin", name: "花" } as const;
const counts = { blockedCount: 0, freedCount: 0 };
const latestVersion = async () => (await listWordLists())[0]?.version ?? 0;
/** Whatever the tests before have saved. */
const savedEmpty = async () =>
  saveWordList({ actor, list: emptyWordList, base: await latestVersion(), restores: null, ...counts });
const words = (...lines: string[]) => ({ ...emptyWordList, words: lines });

test("a saved list holds at once, for names as for tracks; each is a version, and an earlier one is gone back to", async () => {
  const title = "無料鑑定の夜";
  const judged = () => judgeHarm({ title, script: "A: こんばんは。\nB: こんばんは。" }, { userId: "u" });
  expect(await judged()).toEqual([]);
  await saveWordList({ actor, list: words("無料鑑定"), base: 0, restores: null, ...counts });
  expect(await judged()).toEqual([{ kind: "listed", quote: "無料鑑定" }]);
  expect(await isHarmless("無料鑑定")).toBe(false);
  await expect(requireHarmless({ name: title })).rejects.toThrow(Invalid);

  await saveWordList({ actor, list: words("別の言葉"), base: 1, restores: null, ...counts });
  expect(await judged()).toEqual([]);
  expect(await isHarmless("無料鑑定")).toBe(true);
  const list = await findWordList(1);
  await saveWordList({ actor, list, base: 2, restores: 1, blockedCount: 3, freedCount: 1 });
  expect(await judged()).toHaveLength(1);
  expect(await listWordLists()).toMatchObject([
    { version: 3, words: ["無料鑑定"], restores: 1, blockedCount: 3, freedCount: 1, operatorName: "花" },
    { version: 2, words: ["別の言葉"], restores: null },
    { version: 1 },
  ]);
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    action: "word-list.restore",
    actorName: "花",
    targetId: "3",
    before: { words: 1, examples: 0, exceptions: 0 },
    after: { words: 1, changedLines: 2, blockedCount: 3, freedCount: 1, restores: 1 },
  });
  // The log says that something changed; the list itself is in its versions.
  expect(JSON.stringify(row)).not.toContain("鑑定");
  await expect(findWordList(9)).rejects.toThrow(NotFound);
});

test("of two operators who change the same version one is refused, and nothing is saved without its row of the log", async () => {
  const base = await latestVersion();
  const save = (line: string, by: Actor) =>
    saveWordList({ actor: by, list: words(line), base, restores: null, ...counts });
  await expect(save("影", unrecordableActor)).rejects.toThrow();
  expect(await latestVersion()).toBe(base);
  const both = await Promise.allSettled([save("先の人", actor), save("後の人", actor)]);
  const refused = both.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toEqual([expect.any(Conflict)]);
  expect(await latestVersion()).toBe(base + 1);
});

test("a trial names the tracks that would be held and those that would be free, and reads none that their authors hide", async () => {
  await savedEmpty();
  const { id: userId } = await addMember();
  const script = "A: 佐藤部長が会社のお金を盗んだ。\nB: 静かな夜です。";
  const taken = await addTrack({ userId, title: "止まっている話", script });
  await takeDownTrack({ actor, trackId: taken, reason: "" });
  const title = "無料鑑定の夜";
  const shown = await addTrack({ userId, title });
  await addTrack({ userId, title, isVisible: false });
  await addTrack({ userId, title: "ほかの話" });
  const list = { ...words("無料鑑定"), exceptions: ["佐藤部長が会社のお金を盗んだ"] };
  expect(await tryWordList(list)).toEqual({
    triedCount: 3,
    touchedCount: 2,
    judgedCount: 2,
    blockedCount: 1,
    freedCount: 1,
    held: [{ id: shown, title, quote: "無料鑑定" }],
    freed: [{ id: taken, title: "止まっている話", quote: "佐藤部長が会社のお金を盗んだ。" }],
  });
  expect(await findWordList(await latestVersion())).toEqual(emptyWordList);
  // What is saved already changes nothing, and what is taken out frees.
  await saveWordList({ actor, list, base: await latestVersion(), restores: null, ...counts });
  expect(await tryWordList(list)).toMatchObject({ triedCount: 3, touchedCount: 0 });
  expect(await tryWordList(emptyWordList)).toMatchObject({ blockedCount: 1, freedCount: 1 });
});

test.each([
  ["words", "死", "短すぎます"],
  ["words", "！！！", "短すぎます"],
  ["examples", "100万円…", "短すぎます"],
  ["examples", "あい…うえ…おか", "「あい…うえ…おか」の「…」は、1つだけ"],
  ["exceptions", "一文。もう一文", "一文だけ"],
  ["words", "あ".repeat(61), "長すぎます"],
  ["words", Array.from({ length: 301 }, (_, at) => `言葉${at}`).join("\n"), "300行まで"],
])("of %s the line %s is refused: %s", (part, text, message) => {
  const read = wordListForm.safeParse({ intent: "try", [part]: text });
  expect(read.error?.issues[0]).toMatchObject({ path: [part], message: expect.stringContaining(message) });
});

test("lines are kept once, without what spelling alone adds", () => {
  const text = "  無料鑑定 \r\n\r\n無料鑑定\nＫａｓｅｇｕ  屋";
  expect(wordListForm.parse({ intent: "try", words: text })).toEqual({
    ...{ intent: "try", words: ["無料鑑定", "Kasegu 屋"], examples: [], exceptions: [] },
  });
});
