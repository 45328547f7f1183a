import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { expect } from "../site.ts";
import { listen, stage, test } from "./player-site.ts";

const queue = (page: Page) => page.getByRole("dialog", { name: "次の音声" });
const rows = (page: Page) => queue(page).getByRole("listitem");
const handle = (page: Page, title: string) =>
  queue(page).getByRole("button", { name: `「${title}」を並べ替える・外す` });

/** The first tracks of the queue are these. */
const expectFirst = async (page: Page, ...titles: string[]) => {
  for (const [index, title] of titles.entries()) await expect(rows(page).nth(index)).toContainText(title);
};

test("the queue is moved by keys, by buttons and by dragging, and a removed track comes back", {
  tag: "@release",
}, async ({ page }) => {
  await listen(page);
  await stage(page).getByRole("button", { name: "次の音声の一覧" }).click();
  await expectFirst(page, "五番目", "四番目");

  // The keys are listened to once their code is there. The queue goes on meanwhile, so that no try may last.
  const status = queue(page).getByRole("status");
  await expect(async () => {
    if (!(await status.textContent())) await handle(page, "五番目の音声").press("ArrowDown");
    await expect(status).toHaveText("「五番目の音声」を2番目に移動しました", { timeout: 1000 });
  }).toPass();
  await expectFirst(page, "四番目", "五番目");
  await expect(handle(page, "五番目の音声")).toBeFocused();

  await handle(page, "一番目の音声").press("Enter");
  await queue(page).getByRole("button", { name: "次に再生" }).click();
  await expectFirst(page, "一番目", "四番目", "五番目");
  await queue(page).getByRole("button", { name: "外す", exact: true }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(handle(page, "四番目の音声")).toBeFocused();
  await queue(page).getByRole("button", { name: "元に戻す" }).click();
  await expectFirst(page, "一番目", "四番目", "五番目");

  const from = await handle(page, "一番目の音声").boundingBox();
  const to = await rows(page).nth(2).boundingBox();
  if (!from || !to) throw new Error("no rows");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, to.y + to.height, { steps: 5 });
  await page.mouse.up();
  await expectFirst(page, "四番目", "五番目", "一番目");
  await expectAccessible(page, "queue");
  await queue(page).getByRole("button", { name: "閉じる" }).click();
  await stage(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(stage(page).getByRole("heading", { level: 2 })).toHaveText("四番目の音声");

  // In a wide window it stands beside a track's transcript, in the place of the player.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("main").getByRole("link", { name: "二番目の音声", exact: true }).click();
  const column = page.getByRole("complementary", { name: "つづけて聴く" });
  await expect(column.getByRole("heading", { name: "次の音声" })).toBeVisible();
  await expect(column.getByRole("listitem").first()).toContainText("五番目の音声");
  await expect(page.getByRole("complementary", { name: "プレーヤー" })).toBeHidden();
});
