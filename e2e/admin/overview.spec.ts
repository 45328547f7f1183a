import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";
import { write } from "#db/client.ts";
import { dailyStatistics } from "#db/schema/index.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember } from "#test/database.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

/** Statistics of 90 days, and a failed generation with this cause. */
const fill = (failureCause: string) =>
  write(async (tx) => {
    const today = tokyoDay(new Date());
    const rows = Array.from({ length: 90 }, (_, index) => ({ day: addDays(today, -index), index })).flatMap(
      ({ day, index }) => [
        { day, metric: "members_total", value: 500 - index },
        { day, metric: "members_joined", value: index % 7 },
        { day, metric: "plays", value: 100 + (index % 5) * 40 },
        { day, metric: "storage_bytes", value: 3e9 - index * 1e6 },
      ],
    );
    await tx.delete(dailyStatistics);
    await tx.insert(dailyStatistics).values(rows);
    const member = await addMember({ name: "夜野 かなで" });
    await addAudioTask({
      userId: member.id,
      script: "A: こんばんは。",
      state: "failed",
      error: "音声の生成に失敗しました。",
      failureCause,
    });
  });

test("from the overview to a job that is started anew; charts with their numbers, by phone too", {
  tag: "@release",
}, async ({ page, server, withSiteDatabase }) => {
  const marker = path.join(server.dataDir, "last-backup");
  await rm(marker, { force: true });
  await withSiteDatabase(() => fill("Error: no voice"));
  await page.goto("/admin");
  const attention = page.getByRole("region", { name: "いま必要なこと" });
  await expect(attention.getByText("バックアップの記録がありません")).toBeVisible();
  const plays = page.getByRole("region", { name: "再生", exact: true });
  await expect(plays.getByText("5,400回", { exact: true })).toBeVisible();
  await expect(plays.locator("svg path")).toHaveAttribute("d", /^M/);
  await plays.getByText("数値を見る").click();
  await expect(plays.getByRole("row")).toHaveCount(31);
  await expect(plays.getByRole("row").nth(1).getByRole("cell")).toHaveText("100回");
  await expectAccessible(page, "overview");

  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/admin?days=90");
  await expect(plays.getByText("16,200回", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSVで保存" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^mugen-statistics-[\d-]+-90\.csv$/);

  await attention.getByRole("link", { name: /失敗した生成/ }).click();
  await expect(page).toHaveURL(/\/admin\/jobs#tasks$/);
  await expect(page.getByText("Error: no voice")).toBeVisible();
  await expectAccessible(page, "jobs");
  await page
    .getByRole("row", { name: "Error: no voice" })
    .getByRole("button", { name: "再試行：夜野 かなでの音声" })
    .click();
  const started = page.getByText("もう一度始めました", { exact: true });
  await expect(started).toBeVisible();
  await expect(page.getByText("Error: no voice")).toHaveCount(0);
  // Data that is loaded anew, as the job goes on, leaves the message.
  await page.waitForResponse((response) => response.url().includes("/admin/jobs.data"));
  await expect(started).toBeVisible();

  await writeFile(marker, "");
  await page.goto("/admin");
  await expect(attention.getByText("最後のバックアップ たった今")).toBeVisible();
});
