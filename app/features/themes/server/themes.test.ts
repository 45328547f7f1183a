import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import * as engine from "#app/engines/topics/extract-topics.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { auditLog, themeExtractions, themes } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { expectIndexes } from "#test/databases/query-plan.ts";
import { addTheme } from "#test/themes.ts";
import { cancelGenerationTask } from "../tasks/server/generation-task-verbs.server.ts";
import { startThemeTask } from "../tasks/server/start-generation-task.server.ts";
import type { ThemeStatus } from "../themes.ts";
import { extractThemes } from "./extract-themes.server.ts";
import {
  countThemeLibrary,
  countThemes,
  findTheme,
  listThemeLibrary,
  listThemes,
} from "./list-themes.server.ts";
import { setThemeStatus } from "./set-theme-status.server.ts";

withDatabase();
afterEach(() => void vi.restoreAllMocks());

const actor = { kind: "admin", name: "admin" } as const;
const url = "https://youtu.be/jNQXAC9IVRw";

const theme = (number: number) => ({
  title: `話題${number}`,
  perspective: "科学の視点",
  content: `内容${number}`,
});

const extract = (numbers: number[], title: string | null = "夜の話") => {
  const video = title === null ? null : { title, author: "夜の局" };
  vi.spyOn(engine, "extractTopics").mockResolvedValue({ video, topics: numbers.map(theme) });
  return extractThemes({ actor, url, text: null });
};
const move = (id: number, status: ThemeStatus, seen?: ThemeStatus) =>
  setThemeStatus({ actor, id, status, seen });
const auditOf = async (id: number) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, String(id)))
  ).map(({ action, before, after }) => ({ action, before, after }));

test("a video's themes wait for a decision; read again it adds what is new, also what was rejected", async () => {
  const [first = 0, second = 0, ...others] = await extract([1, 2, 2]);
  expect(others).toEqual([]);
  expect(await findTheme(first)).toMatchObject({
    ...theme(1),
    status: "pending",
    youtubeExtraction: {
      title: "夜の話",
      author: "夜の局",
      url: "https://www.youtube.com/watch?v=jNQXAC9IVRw",
    },
    activeTask: null,
  });
  expect(await auditOf(first)).toEqual([
    { action: "theme.extract", before: null, after: { status: "pending", extractionId: expect.any(Number) } },
  ]);
  await expect(extract([1, 2])).rejects.toThrow(Conflict);
  await move(second, "rejected");
  const again = await extract([1, 2, 3], "夜の話（改題）");
  expect(again).toHaveLength(2);
  expect(again).not.toContain(second);
  expect(await findTheme(first)).toMatchObject({ youtubeExtraction: { title: "夜の話（改題）" } });
  expect(await db.$count(themeExtractions, eq(themeExtractions.videoId, "jNQXAC9IVRw"))).toBe(1);
});

test("of extractions of one video at the same time each theme is added once", async () => {
  const results = await Promise.allSettled([extract([11, 12]), extract([11, 12]), extract([11, 12])]);
  const added = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  expect(new Set(added).size).toBe(2);
  expect(added).toHaveLength(2);
});

test("an address of no known video is refused before anything is asked", async () => {
  await expect(extractThemes({ actor, url: "https://example.com/", text: null })).rejects.toThrow(Invalid);
});

test.each<[ThemeStatus, ThemeStatus, boolean]>([
  ["pending", "approved", true],
  ["pending", "rejected", true],
  ["pending", "pending", false],
  ["approved", "rejected", true],
  ["approved", "pending", false],
  ["approved", "approved", false],
  ["rejected", "pending", false],
  ["rejected", "approved", false],
  ["rejected", "rejected", false],
])("%s → %s: %s", async (from, to, isPossible) => {
  const id = await addTheme({ status: from });
  if (isPossible) await move(id, to);
  else await expect(move(id, to)).rejects.toThrow(/現在「(審査中|承認済み|不採用)」/);
  expect((await findTheme(id)).status).toBe(isPossible ? to : from);
  const action = from === "approved" ? "theme.delete" : "theme.status";
  const rows = [{ action, before: { status: from }, after: { status: to } }];
  expect(await auditOf(id)).toEqual(isPossible ? rows : []);
});

test("of two admins who decide at the same time one succeeds, and a late one overwrites nothing unseen", async () => {
  const id = await addTheme({ status: "pending" });
  const results = await Promise.allSettled([
    move(id, "approved", "pending"),
    move(id, "rejected", "pending"),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await auditOf(id)).toHaveLength(1);
  const seen = await addTheme({ status: "approved" });
  await expect(move(seen, "rejected", "pending")).rejects.toThrow("現在「承認済み」");
  await expect(move(2_000_000_000, "approved")).rejects.toThrow(NotFound);
});

test("without its row in the audit log nothing changes", async () => {
  const id = await addTheme({ status: "pending" });
  const before = await db.$count(themes);
  const failing = vi.spyOn(audit, "recordAudit").mockRejectedValue(new Error("the audit log takes nothing"));
  await expect(move(id, "approved")).rejects.toThrow("takes nothing");
  await expect(extract([21])).rejects.toThrow("takes nothing");
  failing.mockRestore();
  expect((await findTheme(id)).status).toBe("pending");
  expect(await db.$count(themes)).toBe(before);
});

test("a theme of which audio is being made leaves the library, can't be deleted, and comes back", async () => {
  const id = await addTheme();
  const [total, counts] = [await countThemeLibrary(), await countThemes()];
  const { taskId } = await startThemeTask({ actor, themeId: id, speakingRate: 0.75 });
  expect(await countThemeLibrary()).toBe(total - 1);
  expect(await countThemes()).toEqual(counts);
  expect((await findTheme(id)).activeTask).toEqual({ id: taskId, progress: 0 });
  await expect(move(id, "rejected")).rejects.toThrow("先に中止してください");
  await cancelGenerationTask({ actor, taskId });
  expect(await countThemeLibrary()).toBe(total);
  await move(id, "rejected");
  expect(await countThemeLibrary()).toBe(total - 1);
});

test("the library shows what waits first, ten a page; the list shows everything, newest first", async () => {
  for (let number = 0; number < 6; number++) {
    await addTheme({ status: "approved" });
    await addTheme({ status: "pending" });
    await addTheme({ status: "rejected" });
  }
  const total = await countThemeLibrary();
  const pages = [];
  for (let page = 1; (page - 1) * 10 < total; page++) pages.push(await listThemeLibrary(page));
  const all = pages.flat();
  expect(pages[0]).toHaveLength(10);
  expect(new Set(all.map(({ id }) => id)).size).toBe(total);
  const keys = all.map(({ status, id }) => (status === "pending" ? 1_000_000 : 0) + id);
  expect(keys).toEqual(keys.toSorted((one, other) => other - one));
  expect(all.every(({ status }) => status !== "rejected")).toBe(true);
  const listed = (await listThemes({ page: 1, limit: 3 })).map(({ id, status }) => ({ id, status }));
  expect(listed.map(({ status }) => status)).toEqual(["rejected", "pending", "approved"]);
  const [, next] = await listThemes({ page: 2, limit: 2 });
  expect(next?.id).toBeLessThan(listed[2]?.id ?? 0);
});

test("the library is read in the order of an index", () =>
  expectIndexes(() => listThemeLibrary(1), { of: /order by "themes"\."status" desc/, count: 1 }));

test("a video whose site did not answer has a title nevertheless, and one that is known keeps its own", async () => {
  const titleOf = async (id = 0) => (await findTheme(id)).youtubeExtraction?.title;
  const [known] = await extract([41], null);
  expect(await titleOf(known)).toBe("夜の話");
  vi.spyOn(engine, "extractTopics").mockResolvedValue({ video: null, topics: [theme(42)] });
  const [unknown] = await extractThemes({ actor, url: "https://youtu.be/aaaaaaaaaaa", text: null });
  expect(await titleOf(unknown)).toBe("題名を確認できなかった動画");
});
