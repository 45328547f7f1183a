import { expect } from "../site.ts";
import { dock, test } from "./player-site.ts";

test("a shared track's page is an impression and goes on with the poster's other tracks", async ({
  page,
}) => {
  const impression = page.waitForRequest(/\/api\/tracks\/2\/increment-impression-count$/);
  await page.goto("/kanade/track/2");
  await impression;
  await page.getByRole("main").getByRole("button", { name: "「二番目の音声」を再生" }).click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await dock(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(dock(page)).toContainText("六番目の音声");
  // A list that is being listened to goes on.
  await page.getByRole("link", { name: "ホーム" }).first().click();
  const newest = page.getByRole("list", { name: "新着の音声" });
  await newest.getByRole("button", { name: "「五番目の音声」を再生" }).click();
  await newest.getByRole("link", { name: "二番目の音声", exact: true }).click();
  await page.waitForURL("**/track/2");
  await page.getByRole("slider", { name: "再生位置" }).first().fill("20");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await dock(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(dock(page)).toContainText("一番目の音声");
});
