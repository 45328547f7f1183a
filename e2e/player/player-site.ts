import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "../site.ts";

/** As long as titles may be. */
export const longTitle =
  "東京の地下を走る長い電車の音について、ふたりで静かに語り合う、夜更けの一時間の特別な番組を、灯りを落とした部屋で、温かいお茶を飲みながら、どうぞ最後まで、ゆっくりとお聴きください。眠っても大丈夫です。";
/** Oldest first: 6 is the newest. */
const titles = ["一番目の音声", "二番目の音声", longTitle, "四番目の音声", "五番目の音声", "六番目の音声"];

/** The usual site with six tracks of 40 s. */
export const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  await addSoundingTracks({ dataDir, userId, titles, seconds: 40 });
});

export const stage = (page: Page) => page.getByRole("main").getByRole("region", { name: "プレーヤー" });
export const screen = (page: Page) => page.getByRole("dialog", { name: "プレーヤー" });
export const dock = (page: Page) => page.getByRole("region", { name: "再生中の音声" });
export const pause = { name: /を一時停止$/ };
export const play = { name: /を再生$/ };

/** The code of the sheets and keys is loaded shortly after the page's start. */
export async function open(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await expect(page.locator("dialog[data-player]")).toBeAttached();
  // The keys are listened to right after the sheets have been rendered.
  await page.waitForFunction(() => scheduler.postTask(() => true, { priority: "background" }));
}

/** Home, with the newest track playing. */
export async function listen(page: Page): Promise<void> {
  await open(page);
  await stage(page).getByRole("button", play).click();
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
}

export async function openScreen(page: Page): Promise<void> {
  await dock(page).getByTitle("プレーヤーを開く").click();
  await expect(screen(page)).toBeVisible();
}

/** The player's controls leave the window, however short home is. */
export const scrollPastStage = (page: Page) =>
  page.evaluate(() => {
    document.body.style.minHeight = "300vh";
    window.scrollTo(0, document.body.scrollHeight);
  });

export const title = (page: Page) => stage(page).getByRole("heading", { level: 2 });
