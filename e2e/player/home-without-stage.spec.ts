import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "../site.ts";
import { open, pause } from "./player-site.ts";

/** A site without an official track and without an author of three older ones. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({});
  await addSoundingTracks({ dataDir, userId, titles: ["ひとつだけの音声"], seconds: 40 });
});

test("where home begins with its list, a wide window has the player panel", { tag: "@release" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page);
  const panel = page.getByRole("complementary", { name: "プレーヤー" });
  await expect(panel).toBeVisible();
  await page.getByRole("button", { name: "「ひとつだけの音声」を再生" }).click();
  await expect(panel.getByRole("button", pause)).toBeVisible();
});
