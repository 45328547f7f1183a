import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, signIn, siteFilledBy, startBeforeUse } from "../site.ts";

const titles = ["一番目の音声", "二番目の音声"];

/** The usual site with two tracks of 60 s by @kanade-devices. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade-devices" });
  await addSoundingTracks({ dataDir, userId, titles, seconds: 60 });
});

const notice = (page: Page) => page.getByRole("button", { name: "別の端末で再生中 · ここで続ける" }).first();
const pause = (page: Page) => page.getByRole("button", { name: "「一番目の音声」を一時停止" }).first();

test("a second device shows what plays on the first, and goes on there at a press; the first one pauses", async ({
  page,
  browser,
  server,
}) => {
  const email = await signIn(page);
  const context = await browser.newContext({ baseURL: server.origin });
  const other = await context.newPage();
  startBeforeUse(other);
  await signIn(other, undefined, email);
  await page.goto("/kanade-devices");
  await page.getByRole("main").getByRole("button", { name: "「一番目の音声」を再生" }).click();
  await expect(pause(page)).toBeVisible();
  await other.goto("/history");
  await notice(other).click();
  await expect(pause(other)).toBeVisible();
  await expect(notice(other)).toBeHidden();
  await expect(notice(page)).toBeVisible();
  await expect(pause(page)).toBeHidden();
  await context.close();
});
