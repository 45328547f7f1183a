import type { Locator, Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { openRowMenu } from "../row-menu.ts";
import { expect, siteFilledBy, untilQuiet } from "../site.ts";

const playlists: Record<string, number> = {};
let session = "";
const test = siteFilledBy(async () => {
  const owner = await addMember({ name: "夜野 ことは", customUserId: "kotoha-rows" });
  const trackIds = await write(async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 60; n++) ids.push(await addTrack({ userId: owner.id, title: `曲${n}` }));
    return ids;
  });
  for (const [name, length] of Object.entries({
    phone: 4,
    desk: 4,
    long: 60,
    shorter: 60,
    playing: 5,
    sheet: 3,
    emptied: 2,
  }))
    playlists[name] = await addPlaylist({ userId: owner.id, trackIds: trackIds.slice(0, length), name });
  session = await startSession({ userId: owner.id, deviceInfo: "" });
});
test.use({ viewport: { width: 1280, height: 800 } });

/** Opens a playlist as its owner. */
async function open(page: Page, name: string, origin: string): Promise<void> {
  await page.context().addCookies([{ name: "mugen_session", value: session, url: origin }]);
  await page.goto(`/playlists/${playlists[name]}`);
}

const rows = (page: Page) => page.getByRole("list", { name: "プレイリストの音声" }).locator("> li");
const titles = async (page: Page) => {
  const links = rows(page).locator("a.row-title");
  return (await links.allTextContents()).map((title) => Number(title.replace("曲", "")));
};
const handle = (page: Page, n: number) =>
  page.getByRole("button", { name: `「曲${n}」を並べ替える・外す`, exact: true });
const menu = (page: Page, n: number) => page.getByLabel(`「曲${n}」のメニュー`, { exact: true });
/** The entry of a row's menu that takes the track out of the playlist; opens the menu. */
async function takeOutOf(page: Page, n: number): Promise<Locator> {
  await menu(page, n).click();
  return page.getByRole("button", { name: `「曲${n}」をプレイリストから外す`, exact: true });
}
const toast = (page: Page, text: string) =>
  page
    .getByRole("region", { name: /お知らせ/ })
    .getByRole("listitem")
    .filter({ hasText: text });
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test("on a phone a track is taken out where its place is asked for, and the focus goes on", {
  tag: "@release",
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, "phone", server.origin);
  const dialog = page.getByRole("dialog", { name: "位置を指定して移動" });
  const takeOut = dialog.getByRole("button", { name: "プレイリストから外す" });
  await handle(page, 2).click();
  await expectAccessible(page, "where to, or out");
  await takeOut.click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, "プレイリストから外しました")).toBeVisible();
  await expect(handle(page, 3)).toBeFocused();
  expect(await titles(page)).toEqual([1, 3, 4]);
  // The last one leaves the focus to the one before.
  await handle(page, 4).press("Enter");
  const taken = page.waitForResponse((response) => response.request().method() === "DELETE");
  await takeOut.press("Enter");
  await expect(handle(page, 3)).toBeFocused();
  await expect.poll(() => titles(page)).toEqual([1, 3]);
  expect((await taken).ok()).toBe(true);
  await page.reload();
  expect(await titles(page)).toEqual([1, 3]);
});

test("each row's menu takes its track out, and the focus goes on to the next; what could not be taken out is there again", async ({
  page,
  server,
}) => {
  await open(page, "desk", server.origin);
  await page.route("**/api/playlists/*/items/*", (route) => route.abort());
  await (await takeOutOf(page, 2)).click();
  await expect(toast(page, "プレイリストから外せませんでした")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual([1, 2, 3, 4]);
  await page.unroute("**/api/playlists/*/items/*");

  await (await takeOutOf(page, 1)).click();
  await expect(menu(page, 2)).toBeFocused();
  await expect(toast(page, "プレイリストから外しました")).toBeVisible();
  expect(await titles(page)).toEqual([2, 3, 4]);
  await toast(page, "プレイリストから外しました").getByRole("button", { name: "元に戻す" }).click();
  await expect(toast(page, "元の位置に戻しました")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual([1, 2, 3, 4]);
  await (await takeOutOf(page, 4)).click();
  await expect(menu(page, 3)).toBeFocused();
  await expect.poll(() => titles(page)).toEqual([1, 2, 3]);
});

test("the last one leaves the focus to what is said of an empty playlist, in the row and in the dialog", {
  tag: "@release",
}, async ({ page, server }) => {
  await open(page, "emptied", server.origin);
  await (await takeOutOf(page, 2)).click();
  await expect(menu(page, 1)).toBeFocused();
  await expect(toast(page, "プレイリストから外しました")).toBeVisible();
  const empty = page.getByRole("heading", { name: "このプレイリストにはまだ音声がありません" });
  // Not the last one yet: the server does not do it.
  await page.route("**/api/playlists/*/items/*", (route) => route.abort(), { times: 1 });
  await (await takeOutOf(page, 1)).press("Enter");
  await expect(toast(page, "プレイリストから外せませんでした")).toBeVisible();
  await handle(page, 1).press("Enter");
  const dialog = page.getByRole("dialog", { name: "位置を指定して移動" });
  await dialog.getByRole("button", { name: "プレイリストから外す" }).press("Enter");
  await expect(empty).toBeFocused();
  await untilQuiet(page);
  await expect(empty).toBeFocused();
  await expectAccessible(page, "an emptied playlist");
});

test("a playlist of 60 goes on while it is scrolled", { tag: "@release" }, async ({ page, server }) => {
  await open(page, "long", server.origin);
  expect(await titles(page)).toEqual(upTo(50));
  await page.mouse.wheel(0, 4000);
  await rows(page).nth(49).scrollIntoViewIfNeeded();
  await expect.poll(() => titles(page)).toEqual(upTo(60));
  await expect(page.getByRole("link", { name: "もっと見る" })).toBeHidden();
  // What was loaded is there again after a look elsewhere.
  await rows(page).nth(57).getByRole("link", { name: "曲58", exact: true }).click();
  await page.waitForURL(/\/track\//);
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(upTo(60));
  await expect(handle(page, 58)).toBeInViewport();
});

test("what follows is whole when tracks were taken out before it came", { tag: "@release" }, async ({
  page,
  server,
}) => {
  await open(page, "shorter", server.origin);
  for (const n of [3, 4, 5]) {
    const answer = page.waitForResponse((one) => one.request().method() === "DELETE");
    await (await takeOutOf(page, n)).click();
    await answer;
  }
  const left = upTo(60).filter((n) => n < 3 || n > 5);
  // The rows that are read anew after a removal may lengthen the list under one who has come to its end.
  const titlesAtEnd = async () => {
    await rows(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 4000);
    return titles(page);
  };
  await expect.poll(titlesAtEnd).toEqual(left);
  // Those of the second page know their places.
  for (const n of [56, 57]) {
    const answer = page.waitForResponse((one) => one.request().method() === "DELETE");
    await (await takeOutOf(page, n)).click();
    await answer;
  }
  await handle(page, 58).press("ArrowUp");
  await expect(toast(page, "順序を更新しました")).toBeVisible();
  const moved = [...left.filter((n) => n < 55), 58, 55, 59, 60];
  expect(await titles(page)).toEqual(moved);
  await page.reload();
  // Who had scrolled to the end is there again, where the list goes on by itself.
  expect((await titles(page)).slice(0, 50)).toEqual(moved.slice(0, 50));
});

test("a track that is taken out while it sounds is followed by what followed it", {
  tag: "@release",
}, async ({ page, server }) => {
  await open(page, "playing", server.origin);
  // These tracks have no sound; what follows which is what counts.
  await page.route("**/api/stream/**", (route) => route.abort());
  const isCurrent = (n: number) =>
    expect(rows(page).getByRole("link", { name: `曲${n}`, exact: true })).toHaveAttribute(
      "aria-current",
      "true",
    );
  await page.getByRole("button", { name: "「曲2」を再生", exact: true }).first().click();
  await isCurrent(2);
  for (const n of [2, 4]) await (await takeOutOf(page, n)).click();
  await expect.poll(() => titles(page)).toEqual([1, 3, 5]);
  await expect(toast(page, "プレイリストから外しました")).toBeVisible();
  await untilQuiet(page);
  await page.getByRole("button", { name: "次の音声へ" }).click();
  await isCurrent(3);
  await page.getByRole("button", { name: "次の音声へ" }).click();
  await isCurrent(5);
});

test("what a bookmark takes out leaves the page and the queue, and what it puts in is played after the last", {
  tag: "@release",
}, async ({ page, server }) => {
  await open(page, "sheet", server.origin);
  await page.route("**/api/stream/**", (route) => route.abort());
  const sheet = page.getByRole("dialog", { name: "プレイリストに追加" });
  const choose = async (n: number) => {
    const row = page
      .locator("main li[data-track]")
      .filter({ has: menu(page, n) })
      .first();
    await openRowMenu(row);
    await row.getByRole("link", { name: new RegExp(`「曲${n}」をプレイリスト`) }).click();
    const answer = page.waitForResponse((one) => /^(POST|DELETE)$/.test(one.request().method()));
    await sheet.getByRole("checkbox", { name: /^sheet/ }).click();
    await answer;
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  };
  await page.getByRole("button", { name: "「曲1」を再生", exact: true }).first().click();
  await choose(2);
  await expect.poll(() => titles(page)).toEqual([1, 3]);
  await page.getByRole("link", { name: "夜野 ことは" }).first().click();
  await page.waitForURL(/\/kotoha-rows$/);
  await choose(60);
  for (const n of [3, 60]) {
    await page.getByRole("button", { name: "次の音声へ" }).click();
    const player = page.getByRole("complementary", { name: "プレーヤー" });
    await expect(player.getByRole("heading", { name: `曲${n}`, exact: true })).toBeVisible();
  }
});
