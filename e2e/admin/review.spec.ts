import type { Locator } from "@playwright/test";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { write } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

/** Tracks that wait to be looked at, the first longest. The check has found something in every fiftieth. */
async function queueTracks(ids: readonly number[]): Promise<void> {
  const began = Date.now() - 60_000;
  for (const [index, trackId] of ids.entries()) {
    const harms = index % 50 === 7 ? [{ kind: "abuse", quote: "こんばんは" }] : [];
    await write((tx) => queueForReview(tx, { trackId, cause: "new", harms, now: new Date(began + index) }));
  }
}

async function addWaiting(titles: readonly string[]): Promise<string> {
  const { id: userId } = await addMember({ name: "夜野 かなで" });
  const ids: number[] = [];
  for (const title of titles) ids.push(await addTrack({ userId, title }));
  await queueTracks(ids);
  return `/admin/review?author=${userId}`;
}

// A page has ten; each of fifty tracks has one to be decided singly. Two people get through 200 in test/http/admin/review.test.ts.
const [many, expected] = [100, 14];
test(`${many} tracks take ${expected} presses, some of which decide singly, and one takes back`, {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  const titles = Array.from({ length: many }, (_, index) => `今日の話${index}`);
  await page.goto(await withSiteDatabase(() => addWaiting(titles)));
  let presses = 0;
  const press = async (button: Locator) => {
    presses++;
    await button.click();
  };
  const cards = page.getByRole("article");
  const undo = page.getByRole("button", { name: "取り消す", exact: true }).first();
  const lit = cards.filter({ hasText: "自動の確認：" });
  const hide = lit.getByRole("button", { name: "を非公開にする" });
  let isUndone = false;
  for (let before = ""; ; ) {
    const first = cards.first().getByRole("heading");
    const none = page.getByText("条件に合う音声はありません");
    await expect(first.or(none)).not.toHaveText(before);
    if (await none.isVisible()) break;
    // What comes next is seen at once, not below what was pressed.
    await expect(first).toBeInViewport();
    before = (await first.textContent()) ?? "";
    if ((await lit.count()) > 0) {
      await press(hide);
      await expect(lit).toHaveCount(0);
      if (!isUndone) {
        await press(undo);
        await expect(lit).toHaveCount(1);
        await press(hide);
        await expect(lit).toHaveCount(0);
        isUndone = true;
        before = (await first.textContent()) ?? "";
      }
    }
    await press(page.getByRole("button", { name: /^残り\d+件を確認済みにする$/ }));
  }
  expect(presses).toBe(expected);
});

test("what was marked together is taken back together, or one by one", { tag: "@release" }, async ({
  page,
  withSiteDatabase,
}) => {
  await page.goto(await withSiteDatabase(() => addWaiting(["朝の話", "昼の話", "夜の話"])));
  const cards = page.getByRole("article");
  const hide = await page.getByRole("button", { name: "「朝の話」を非公開にする" }).boundingBox();
  expect(hide?.height, "one line").toBeLessThan(50);
  await page.getByRole("button", { name: "残り3件を確認済みにする" }).click();
  await expect(cards).toHaveCount(0);
  await page.getByText(/^この1分に決めた\d+件$/).click();
  await page.getByRole("button", { name: "「昼の話」を取り消す" }).click();
  await expect(cards).toHaveCount(1);
  const all = page.getByRole("button", { name: /^\d+件をまとめて取り消す$/ });
  if (!(await all.isVisible())) await page.getByText(/^この1分に決めた\d+件$/).click();
  await all.click();
  await expect(cards).toHaveCount(3);
  await expectAccessible(page, "the queue of the day");
});

test("cards are heard one after the other, 1.5 times as fast, and decided about by keys", {
  tag: "@release",
}, async ({ page, server, withSiteDatabase }) => {
  const path = await withSiteDatabase(async () => {
    const { id: userId } = await addMember();
    const titles = ["一本目", "二本目", "三本目"];
    const ids = await addSoundingTracks({ dataDir: server.dataDir, userId, titles, seconds: 30 });
    await queueTracks(ids);
    return `/admin/review?author=${userId}`;
  });
  await page.goto(path);
  const [one, two, three] = ["一本目", "二本目", "三本目"].map((name) => page.getByRole("article", { name }));
  if (!one || !two || !three) throw new Error("no cards");
  const sound = (card: Locator) =>
    card.locator("audio").evaluate((audio: HTMLAudioElement) => ({
      isPlaying: !audio.paused,
      rate: audio.playbackRate,
    }));
  await one.getByRole("button", { name: "1.5倍" }).click();
  await one.focus();
  await page.keyboard.press("p");
  await expect.poll(() => sound(one)).toEqual({ isPlaying: true, rate: 1.5 });
  await one.getByRole("button", { name: "次を再生" }).click();
  await expect.poll(() => sound(two)).toEqual({ isPlaying: true, rate: 1.5 });
  await expect.poll(() => sound(one)).toEqual({ isPlaying: false, rate: 1.5 });
  await expect(two).toBeFocused();
  await page.keyboard.press("j");
  await expect(three).toBeFocused();
  await page.keyboard.press("k");
  await expect(two).toBeFocused();
  // Held until the next card has the focus, it says nothing of that one.
  await page.keyboard.down("Enter");
  await expect(two).toHaveCount(0);
  await expect(page.getByText("「二本目」を確認済みにしました")).toBeVisible();
  await expect(three).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.keyboard.press("h");
  await expect(page.getByText("「三本目」を保留にしました")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});
