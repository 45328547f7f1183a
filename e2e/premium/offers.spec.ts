import { mergeTests, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { open, stage } from "../player/player-site.ts";
import { openRowMenu } from "../row-menu.ts";
import { signIn, siteFilledBy } from "../site.ts";
import { expect, test as selling } from "./premium-site.ts";

const titles = [
  "一番目の音声",
  "二番目の音声",
  "三番目の音声",
  "四番目の音声",
  "五番目の音声",
  "六番目の音声",
];

/** A site that sells premium, with six tracks, of which the first is for premium members, and a playlist of the second. */
const test = mergeTests(
  selling,
  siteFilledBy(async (dataDir) => {
    const { id: userId } = await addMember({ customUserId: "kanade" });
    await addSoundingTracks({ dataDir, userId, titles, seconds: 40 });
    await addPlaylist({ userId, trackIds: [2] });
    await write(async (tx) => {
      await tx.update(tracks).set({ isPremiumOnly: true }).where(eq(tracks.id, 1));
      await tx
        .update(renditions)
        .set({ excerptBytes: 192 * 1250 })
        .where(eq(renditions.trackId, 1));
    });
  }),
);

const main = (page: Page) => page.getByRole("main");

test("free listeners see the operator's card once, after the fifth track, premium members none", {
  tag: "@release",
}, async ({ page, server }) => {
  const card = main(page).getByRole("link", { name: /Mugen プレミアム/ });
  const email = await signIn(page);
  await page.goto("/");
  await expect(card).toHaveCount(1);
  await expect(page.getByRole("list", { name: "新着の音声" }).getByRole("listitem").nth(5)).toContainText(
    "Mugen プレミアム",
  );
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  database.prepare("update users set is_premium = 1 where email = ?").run(email);
  database.close();
  await page.goto("/");
  await expect(stage(page).getByRole("heading", { level: 2 })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("the card in the player tells what premium costs and leads to it", { tag: "@release" }, async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/?track=6");
  await stage(page)
    .getByRole("button", { name: /を再生$/ })
    .click();
  await expect(stage(page).getByRole("button", { name: /を一時停止$/ })).toBeVisible();
  const card = page.getByRole("region", { name: "Mugenからのご案内" });
  // What shows the card is loaded with the first sound: without it there is no break.
  await expect(async () => {
    await page.evaluate(() => sessionStorage.setItem("plays-since-ad", "5"));
    await page.keyboard.press("n");
    await expect(card).toContainText("月550円（税込）", { timeout: 3000 });
  }).toPass();
  await expect(card.getByRole("link", { name: "プレミアムを見る" })).toHaveAttribute("href", "/premium");
});

test("a visitor is led to premium from the menu, the speed 2.0 and the end of an excerpt", async ({
  page,
}) => {
  await open(page, "/?track=1");
  await expect(
    stage(page).getByRole("link", { name: "冒頭30秒です。続きはプレミアム会員の方が聴けます" }),
  ).toHaveAttribute("href", "/premium");
  const speed = stage(page).getByRole("button", { name: /^再生速度 / });
  await speed.click();
  await page.getByRole("dialog", { name: "再生速度" }).getByRole("button", { name: "2倍" }).click();
  const modal = page.getByRole("dialog", { name: "2.0倍速再生" });
  await expect(modal.getByRole("link", { name: "プレミアムを見る" })).toHaveAttribute("href", "/premium");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page.getByRole("link", { name: "プレミアム", exact: true }).click();
  await page.waitForURL("**/premium");
});

test("a member is led to premium from downloads and from the limit of playlists", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  for (const path of ["/track/2", "/playlists/1"]) {
    await page.goto(path);
    await expect(main(page).getByRole("link", { name: "オフライン保存" })).toHaveAttribute(
      "href",
      "/premium",
    );
  }
  await page.goto("/offline-audio");
  await expect(main(page).getByRole("link", { name: "プレミアムを見る" })).toBeVisible();
  await expectAccessible(page, "the offer of premium");
  for (let count = 1; count <= 10; count++)
    await page.request.post("/api/playlists", { data: { name: `第${count}の棚` } });
  await page.goto("/");
  const row = page.locator("main [data-track='2']");
  await openRowMenu(row);
  await row.getByRole("link", { name: /をプレイリストに追加/ }).click();
  const sheet = page.getByRole("dialog", { name: "プレイリストに追加" });
  await expect(sheet).toContainText("プレミアムにアップグレードすると、最大100個まで作成できます。");
  await sheet.getByRole("link", { name: "プレミアムを見る" }).click();
  await page.waitForURL("**/premium");
  await expect(sheet).toBeHidden();
});
