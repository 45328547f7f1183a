import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { write } from "#db/client.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { addTheme } from "#test/themes.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { spokenMs } from "../site.ts";
import { expect, test } from "./admin-site.ts";

const actor = { kind: "admin", name: "admin" } as const;
const start = async (themeId: number) =>
  (await startThemeTask({ actor, themeId, speakingRate: 0.75 })).taskId;

/** A waiting task, a failed one, and one that was completed before its theme was rejected. */
async function fillQueue(): Promise<void> {
  await start(await addTheme({ title: "待っているテーマ" }));
  const failed = await start(await addTheme({ title: "うまくいかなかったテーマ" }));
  await endTask(generations, failed, { as: "failed", error: "音声の生成に失敗しました。" });
  const rejected = await addTheme({ title: "不採用にしたテーマ" });
  const completed = await start(rejected);
  const factCheck = {
    status: "issues_found" as const,
    confidence: 64,
    summary: "確かめられない記述があります。",
    issues: ["年号"],
  };
  await write(async (tx) => {
    const now = new Date();
    await tx
      .update(generationTasks)
      .set({ state: "completed", stage: "task_complete", progress: 100, factCheck, endedAt: now })
      .where(eq(generationTasks.id, completed));
    await tx.update(themes).set({ status: "rejected" }).where(eq(themes.id, rejected));
  });
}

const card = (page: Page, name: string) => page.getByRole("article", { name });

/** Answers the question that a button has opened. */
async function confirm(page: Page, question: string | RegExp, answer: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: question });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: answer }).click();
}

test.beforeEach(({ withSiteDatabase }) =>
  withSiteDatabase(() => write((tx) => tx.delete(generationTasks).returning({ id: generationTasks.id }))),
);

test("the queue: what waits, failed and is done; aborting and clearing up", { tag: "@release" }, async ({
  page,
  server,
  withSiteDatabase,
}) => {
  await withSiteDatabase(fillQueue);
  await page.goto("/admin/queue");
  await expect(page.getByRole("heading", { name: "音声生成キュー" })).toBeVisible();
  await expect(card(page, "待っているテーマ")).toContainText("待機中");
  await expect(card(page, "待っているテーマ")).toContainText("開始準備中");
  await expect(card(page, "うまくいかなかったテーマ")).toContainText(
    "テーマを抽出し直して、もう一度お試しください。",
  );
  await expect(card(page, "不採用にしたテーマ")).toContainText("信頼度 64%");
  await expectAccessible(page, "the queue");
  await page.getByRole("button", { name: "待っているテーマを中止" }).click();
  await confirm(page, "この音声の生成を中止しますか？", "中止する");
  await expect(page.getByText("タスクを中止しました")).toBeVisible();
  await expect(card(page, "待っているテーマ")).toContainText("中止");
  await expect(page.getByRole("button", { name: "待っているテーマを中止" })).toHaveCount(0);

  await page.getByRole("button", { name: "失敗したタスクをすべて削除" }).click();
  await confirm(page, "失敗したタスクをすべて削除しますか？この操作は取り消せません。", "削除する");
  await expect(page.getByText("タスククリア完了")).toBeVisible();
  await expect(page.getByText("失敗したタスクを1件削除しました")).toBeVisible();
  await page.getByRole("button", { name: "無効なタスクを整理する" }).click();
  await confirm(page, "無効なタスク1件を削除しますか？この操作は取り消せません。", "削除する");
  await expect(page.getByText("無効タスククリア完了")).toBeVisible();
  await expect(card(page, "不採用にしたテーマ")).toHaveCount(0);
  // A task that begins elsewhere appears by itself.
  const theme = await withSiteDatabase(() => addTheme({ title: "あとから来たテーマ" }));
  const begun = await page.request.post("/admin/themes", {
    form: { intent: "generate", theme, speakingRate: 0.75 },
    headers: { Origin: server.origin },
    maxRedirects: 0,
  });
  expect(begun.status()).toBe(303);
  await expect(card(page, "あとから来たテーマ")).toBeVisible();
});

test("a text becomes a track before the admin's eyes", { tag: "@release" }, async ({ page }) => {
  await page.goto("/admin/generate");
  await page.getByRole("button", { name: "音声を生成" }).click();
  await expect(page.getByText("テキストを入力してください")).toBeVisible();
  await page.getByLabel("文章").fill("夜の港に、船がひとつ帰ってきました。");
  await expect(page.getByLabel("読み上げ速度")).toHaveValue("0.75");
  await expectAccessible(page, "a text to generate from");
  const loads: number[] = [];
  page.on("request", (request) => request.url().includes("/admin/generate.data") && loads.push(Date.now()));
  await page.getByRole("button", { name: "音声を生成" }).click();
  await expect(page.getByRole("heading", { name: "音声生成プロセス詳細" })).toBeVisible();
  const track = page.getByRole("link", { name: /^音声 \d+ を開く$/ });
  await expect(track).toBeVisible({ timeout: spokenMs });
  // The stages came as they were reached, not only every thirty seconds.
  expect(loads.length).toBeGreaterThan(2);
  await track.click();
  await expect(page).toHaveURL(/\/admin\/tracks\/\d+$/);
});
