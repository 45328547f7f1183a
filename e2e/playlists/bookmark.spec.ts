import type { Locator, Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { openRowMenu } from "../row-menu.ts";
import { endSession, expect, expectLoginPrompt, signIn, siteFilledBy } from "../site.ts";

/** As the usual site, with two tracks of a member @kanade: 2 is the newest. */
const test = siteFilledBy(async () => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  await addTrack({ userId, title: "灯台守の一日" });
  await addTrack({ userId, title: "夕食の支度" });
});

const trackPage = "/kanade/track/1";
const pageOfTrack = "/track/1/playlists";
const name = /^「灯台守の一日」をプレイリストに追加/;
const row = (page: Page) => page.locator("main [data-track='1']");
const bookmark = (within: Page | Locator) => within.getByRole("link", { name });
const sheet = (page: Page) => page.getByRole("dialog", { name: "プレイリストに追加" });
const choice = (page: Page, playlist: string) => sheet(page).getByRole("checkbox", { name: playlist });
const statusMessage = (page: Page) => sheet(page).getByRole("status").filter({ hasText: /./ });
const toast = (page: Page) => page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");
const itemsCall = /\/api\/playlists\/\d+\/items/;

const call = (page: Page, method: string, path: string, data?: object) =>
  page.request.fetch(path, { method, ...(data && { data }), headers: { Accept: "application/json" } });
const makePlaylist = async (page: Page, playlist: string, track = 2): Promise<number> =>
  (await (await call(page, "POST", `/api/tracks/${track}/playlists`, { name: playlist })).json()).id;
const inPlaylists = async (page: Page): Promise<string[]> => {
  const { playlists } = await (await call(page, "GET", "/api/tracks/1/playlists")).json();
  return playlists
    .filter((one: { hasTrack: boolean }) => one.hasTrack)
    .map((one: { name: string }) => one.name);
};
const expectFilled = (link: Locator) =>
  expect(link).toHaveAccessibleName("「灯台守の一日」をプレイリストに追加済み");
const expectEmpty = (link: Locator) =>
  expect(link).toHaveAccessibleName("「灯台守の一日」をプレイリストに追加");

test("from a row of home: a first playlist is made with the track in it, and every sign of it is filled", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/");
  await openRowMenu(row(page));
  await expectEmpty(bookmark(row(page)));
  await bookmark(row(page)).click();
  await expect(sheet(page)).toContainText("灯台守の一日");
  const field = sheet(page).getByRole("textbox", { name: "新しいプレイリストの名前" });
  const make = sheet(page).getByRole("button", { name: "作成して追加" });
  await expect(make).toBeDisabled();
  await field.fill("あ".repeat(51));
  await make.click();
  await expect(sheet(page).getByRole("alert")).toHaveText("プレイリスト名は50文字以内で入力してください");
  await expect(field).toBeFocused();
  await field.fill("夜に聴く");
  await field.press("Enter");
  await expect(choice(page, "夜に聴く")).toBeChecked();
  await expect(choice(page, "夜に聴く")).toContainText("1件");
  await expect(choice(page, "夜に聴く")).toContainText("公開");
  await expect(choice(page, "夜に聴く")).toBeFocused();
  await expect(statusMessage(page)).toHaveText("「夜に聴く」を作成して追加しました");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(row(page).getByLabel("「灯台守の一日」のメニュー")).toBeFocused();
  await openRowMenu(row(page));
  await expectFilled(bookmark(row(page)));
  // A page that was loaded before knows by itself, and one that is loaded anew by its loader.
  await page.goto(trackPage);
  await expectFilled(bookmark(page.getByRole("main")));
  await page.goto("/search?search=灯台");
  await openRowMenu(row(page));
  await expectFilled(bookmark(row(page)));
  await page.goto("/kanade");
  await openRowMenu(row(page));
  await expectFilled(bookmark(row(page)));
});

test("from the results of a search and the page of the track: added, taken out, twice is one entry", {
  tag: "@release",
}, async ({ page, context }) => {
  await signIn(page);
  const id = await makePlaylist(page, "朝のリスト");
  await makePlaylist(page, "夜のリスト");
  await page.goto("/search?search=灯台");
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expect(choice(page, "朝のリスト")).not.toBeChecked();
  // Colours of the system's own show what is only transparent.
  await expect(choice(page, "朝のリスト").locator(".icon-check")).toBeHidden();
  await choice(page, "朝のリスト").click();
  await expect(choice(page, "朝のリスト")).toBeChecked();
  await expect(choice(page, "朝のリスト").locator(".icon-check")).toBeVisible();
  await expect(choice(page, "朝のリスト")).toContainText("2件");
  await expect.poll(() => inPlaylists(page)).toEqual(["朝のリスト"]);

  // Another tab that does not know of it yet adds it again, and takes it out of what the first one still shows.
  const other = await context.newPage();
  await other.goto(trackPage);
  await bookmark(other.getByRole("main")).click();
  await expect(choice(other, "朝のリスト")).toBeChecked();
  await call(page, "POST", `/api/playlists/${id}/items`, { trackId: 1 });
  await choice(other, "朝のリスト").click();
  await expect(choice(other, "朝のリスト")).not.toBeChecked();
  await expect.poll(() => inPlaylists(page)).toEqual([]);
  await choice(page, "朝のリスト").click();
  await expect(choice(page, "朝のリスト")).not.toBeChecked();
  await expect(toast(page)).toHaveCount(0);
  await choice(page, "夜のリスト").focus();
  await page.keyboard.press("Space");
  await expect(choice(page, "夜のリスト")).toBeChecked();
  await expect.poll(() => inPlaylists(page)).toEqual(["夜のリスト"]);
  await sheet(page).getByRole("button", { name: "閉じる" }).click();
  await openRowMenu(row(page));
  await expectFilled(bookmark(row(page)));
});

test("from the player: the sign is asked for where no page spoke of the track", { tag: "@release" }, async ({
  page,
}) => {
  await signIn(page);
  await makePlaylist(page, "夜のリスト", 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await call(page, "POST", "/api/likes/1");
  await page.goto("/favorites");
  await row(page).getByRole("button", { name: "「灯台守の一日」を再生" }).click();
  const panel = page.getByRole("complementary", { name: "プレーヤー" });
  await expectFilled(bookmark(panel));
  await bookmark(panel).click();
  await choice(page, "夜のリスト").click();
  await expect(choice(page, "夜のリスト")).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expectEmpty(bookmark(panel));
  await openRowMenu(row(page));
  await expectEmpty(bookmark(row(page)));
});

test("many playlists can be searched through; at the limit it is said what to do", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  for (let count = 1; count <= 10; count++) await makePlaylist(page, `第${count}の棚`);
  await page.goto("/");
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expect(sheet(page).getByRole("checkbox")).toHaveCount(10);
  await expect(sheet(page)).toContainText("プレイリスト上限に達しています");
  await expect(sheet(page)).toContainText("新しく作成するには、既存のプレイリストを削除してください。");
  await expect(sheet(page).getByRole("link", { name: "プレミアムを見る" })).toHaveCount(0);
  await sheet(page).getByRole("searchbox", { name: "プレイリストを絞り込む" }).fill("１０");
  await expect(sheet(page).getByRole("checkbox")).toHaveCount(1);
  await sheet(page).getByRole("searchbox").fill("どこにもない");
  await expect(statusMessage(page)).toHaveText("あてはまるプレイリストはありません。");
  await expect(sheet(page).getByRole("button", { name: /作/ })).toHaveCount(0);
  await expectAccessible(page, "a sheet of many playlists");
});

test("the last one that the limit allows is made in the sheet, which then says that it is", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  for (let count = 1; count <= 9; count++) await makePlaylist(page, `第${count}の棚`);
  await page.goto("/");
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await sheet(page).getByRole("button", { name: "新しいプレイリストを作る" }).click();
  await expect(sheet(page)).toContainText("9 / 10個");
  await sheet(page).getByRole("textbox").fill("最後の棚");
  await page.keyboard.press("Enter");
  await expect(choice(page, "最後の棚")).toBeChecked();
  await expect(choice(page, "最後の棚")).toBeFocused();
  await sheet(page).getByRole("searchbox").fill("最後");
  await expect(sheet(page).getByRole("checkbox")).toHaveCount(1);
  await expect(sheet(page)).toContainText("プレイリスト上限に達しています");
});

test("without a network the choice goes back and says so; a list that does not come can be asked for again", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await makePlaylist(page, "夜のリスト");
  await page.goto("/");
  await page.route("**/api/tracks/1/playlists", (route) => route.abort(), { times: 1 });
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expect(sheet(page).getByRole("alert")).toContainText("プレイリストを読み込めませんでした");
  await sheet(page).getByRole("button", { name: "もう一度読み込む" }).click();
  await expect(choice(page, "夜のリスト")).not.toBeChecked();
  for (const fail of ["network", "server"] as const) {
    await page.route(
      itemsCall,
      (route) => (fail === "network" ? route.abort() : route.fulfill({ status: 500, json: {} })),
      { times: 1 },
    );
    await choice(page, "夜のリスト").click();
    await expect(toast(page)).toContainText("プレイリストを変更できませんでした");
    await expect(choice(page, "夜のリスト")).not.toBeChecked();
    await toast(page).getByRole("button", { name: "閉じる" }).click();
    await expect(toast(page)).toHaveCount(0);
  }
  expect(await inPlaylists(page)).toEqual([]);
  await page.route("**/track/1/playlists.data", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await sheet(page).getByRole("button", { name: "新しいプレイリストを作る" }).click();
  const field = sheet(page).getByRole("textbox", { name: "新しいプレイリストの名前" });
  await expect(field).toBeFocused();
  await field.fill("朝のリスト");
  await field.press("Enter");
  await expect(sheet(page).getByRole("alert")).toContainText("プレイリストの作成に失敗しました");
  await expect(field).toHaveValue("朝のリスト");
});

test("a visitor gets the login prompt, and so does a session that has ended", { tag: "@release" }, async ({
  page,
}) => {
  await page.goto("/?x=1");
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expectLoginPrompt(page, `${pageOfTrack}?redirect=${encodeURIComponent("/?x=1")}`);
  await page.goto(pageOfTrack);
  await expect(page.getByRole("main")).toContainText("この機能を利用するには ログインが必要です");
  await signIn(page);
  await page.goto("/");
  await endSession(page);
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expectLoginPrompt(page, "/");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of forms makes, adds, takes out, and leads back", async ({ page }) => {
    await signIn(page);
    await page.goto("/search?search=灯台");
    await openRowMenu(row(page));
    await row(page).getByRole("link", { name: "プレイリストに追加" }).click();
    await page.waitForURL("**/track/1/playlists?redirect=*");
    const main = page.getByRole("main");
    await main.getByRole("textbox", { name: "プレイリスト名" }).fill("夜のリスト");
    await main.getByRole("button", { name: "作成して追加" }).click();
    await expect(main.getByRole("listitem")).toContainText("追加済み");
    await main.getByRole("button", { name: "「夜のリスト」から外す" }).click();
    await expect(main.getByRole("listitem")).not.toContainText("追加済み");
    await main.getByRole("button", { name: "「夜のリスト」に追加" }).click();
    await expect(main.getByRole("listitem")).toContainText("追加済み");
    await main.getByRole("textbox", { name: "プレイリスト名" }).fill("あ".repeat(51));
    await main.getByRole("button", { name: "作成して追加" }).click();
    await expect(main).toContainText("プレイリスト名は50文字以内で入力してください");
    await expect(main.getByRole("textbox", { name: "プレイリスト名" })).toHaveValue("あ".repeat(51));
    await main.getByRole("link", { name: "完了" }).click();
    await page.waitForURL(/\/search\?search=/);
    await openRowMenu(row(page));
    await expect(row(page).getByRole("link", { name: "プレイリストに追加済み" })).toBeVisible();
  });
});

test("axe finds nothing where a track's playlists are chosen", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await makePlaylist(page, "夜のリスト", 1);
  await makePlaylist(page, "長い名前のプレイリスト、静かな番組ばかりを集めたもの");
  await page.goto(pageOfTrack);
  await expectAccessible(page, pageOfTrack);
  await page.goto("/");
  await openRowMenu(row(page));
  await bookmark(row(page)).click();
  await expect(choice(page, "夜のリスト")).toBeChecked();
  await sheet(page).getByRole("button", { name: "新しいプレイリストを作る" }).click();
  await expectAccessible(page, "the sheet");
});
