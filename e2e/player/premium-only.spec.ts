import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "../site.ts";

const [locked, open] = ["灯台守の長い夜", "朝のはじまり"];
const email = { ofPremium: "" };

/** A premium-only track of 40 s, the newest, and another one: home shows none of them first that is not asked for. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  email.ofPremium = (await addMember({ isPremium: true })).email;
  const ids = await addSoundingTracks({ dataDir, userId, titles: [open, locked], seconds: 40 });
  const trackId = ids.at(-1) ?? 0;
  const lines = [
    { text: "灯りがともります。", startMs: 0, endMs: 20_000 },
    { text: "船がかえります。", startMs: 20_000, endMs: 38_000 },
  ];
  await write((tx) =>
    tx
      .insert(transcriptCues)
      .values(lines.map((line, position) => ({ ...line, position, trackId, speaker: "A" as const }))),
  );
  // As `setPremiumOnly` does for files of 24 kHz, which it looks for in another folder here: frames of 192 bytes and 24 ms.
  await write(async (tx) => {
    await tx.update(tracks).set({ isPremiumOnly: true }).where(eq(tracks.id, trackId));
    await tx
      .update(renditions)
      .set({ excerptBytes: 192 * 1250 })
      .where(eq(renditions.trackId, trackId));
  });
});

test("a visitor hears the excerpt, is told why, and the next track follows", { tag: "@release" }, async ({
  page,
}) => {
  await page.goto("/search");
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: locked });
  await expect(row).toContainText("プレミアム限定");
  await expect(row).toContainText("冒頭 0:30");
  await page.goto("/?track=2");
  const stage = page.getByRole("main").getByRole("region", { name: "プレーヤー" });
  const reason = stage.getByText("冒頭30秒です。続きはプレミアム会員の方が聴けます");
  await expect(reason).toBeVisible();
  await stage.getByRole("button", { name: `「${locked}」を再生` }).click();
  await expect(stage.getByRole("button", { name: `「${locked}」を一時停止` })).toBeVisible();
  await stage.getByRole("slider", { name: "再生位置" }).fill("28");
  await expect(stage.getByRole("button", { name: `「${open}」を一時停止` })).toBeVisible();
  await expect(reason).toHaveCount(0);
});

test("a premium member has all of it, with a crown", async ({ page }) => {
  const form = { name: "夜野 かなで", email: email.ofPremium };
  expect((await page.request.post("/sign-in", { form, maxRedirects: 0 })).status()).toBe(302);
  await page.goto("/?track=2");
  await page.getByRole("link", { name: locked, exact: true }).first().click();
  await page.waitForURL("**/track/2");
  const main = page.getByRole("main");
  await expect(main).toContainText("プレミアム限定");
  await expect(main).toContainText("船がかえります。");
  await expect(main.getByRole("slider", { name: "再生位置" })).toHaveAttribute("max", "40");
  await expect(main.getByText(/続きは/)).toHaveCount(0);
});
