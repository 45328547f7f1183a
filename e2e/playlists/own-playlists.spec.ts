import type { Page } from "@playwright/test";
import { write } from "#db/client.ts";
import { labels } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { endSession, expect, signIn, siteFilledBy } from "../site.ts";

const longName =
  "眠る前に聴く、しずかな声だけを集めたとても長い名前のプレイリスト、ちょうど五十文字までのもの";

/** As the usual site, with 25 public playlists (the oldest with the long name), and with seven categories that begin with 深夜. */
const test = siteFilledBy(async () => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  const trackId = await addTrack({ userId, title: "灯台守の一日" });
  await addPlaylist({ userId, trackIds: [trackId], name: longName });
  for (let count = 1; count <= 24; count++)
    await addPlaylist({ userId, trackIds: [trackId], name: `公開の棚${count}` });
  await write((tx) =>
    tx
      .insert(labels)
      .values(
        ["一", "二", "三", "四", "五", "六", "七"]
          .map((end) => `深夜${end}`)
          .map((name) => ({ name, folded: name })),
      )
      .returning({ id: labels.id }),
  );
});

const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const cards = (page: Page) => page.getByRole("list", { name: "自分のプレイリスト" }).locator("> li");
const name = (page: Page) => page.getByLabel("プレイリスト名");
const category = (page: Page) => page.getByLabel("カテゴリー", { exact: false }).and(page.locator("input"));
const submit = (page: Page) => page.getByRole("button", { name: "作成する" });

test("a visitor browses and is asked to sign in; a member makes a playlist with categories", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/playlists");
  await expect(page.getByRole("main")).toContainText("ログインが必要です");
  await page.getByRole("link", { name: "もっと見る" }).click();
  await expect(page.getByRole("link", { name: longName })).toBeVisible();
  await expectAccessible(page, "playlists of a visitor");

  await signIn(page);
  await page.goto("/playlists");
  await expect(page.getByRole("main")).toContainText("プレイリストがありません");
  await page.getByRole("link", { name: "プレイリストを新規作成" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("プレイリストを作成");
  await expect(page.getByRole("main")).toContainText("0 / 10");
  await expect(submit(page)).toBeDisabled();
  await expect(page.getByRole("checkbox", { name: /公開する/ })).toBeDisabled();

  await name(page).fill("あ".repeat(51));
  await expect(page.getByRole("alert")).toHaveText("プレイリスト名は50文字以内で入力してください");
  await expect(submit(page)).toBeDisabled();
  await name(page).fill(" ");
  await name(page).blur();
  await expect(page.getByRole("alert")).toHaveText("プレイリスト名は必須です");
  await name(page).fill("夜の棚");
  await expect(submit(page)).toBeEnabled();

  const suggestions = page.getByRole("list", { name: "候補" }).getByRole("button");
  const chosen = page.getByRole("list", { name: "追加したカテゴリー" }).getByRole("button");
  await expect(suggestions).toHaveCount(8);
  await category(page).fill("深夜");
  await expect(suggestions).toHaveCount(5);
  await suggestions.first().click();
  await expect(category(page)).toBeFocused();
  await page.keyboard.type("社会・政治");
  await page.keyboard.press("Enter");
  await page.keyboard.type("政治・社会");
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveText(["深夜七", "政治・社会"]);
  await page.keyboard.type("散歩、");
  await expect(chosen).toHaveText(["深夜七", "政治・社会", "散歩"]);
  await page.keyboard.press("Backspace");
  await expect(chosen).toHaveText(["深夜七", "政治・社会"]);
  await page.getByRole("button", { name: "「深夜七」を外す" }).click();
  await page.keyboard.type("まだ打っている");
  await expectAccessible(page, "create a playlist");

  await page.route("**/create-playlist.data", (route) => route.abort());
  await submit(page).click();
  await expect(toast(page, "プレイリストの作成に失敗しました")).toContainText("エラー");
  await expect(name(page)).toHaveValue("夜の棚");
  await page.unroute("**/create-playlist.data");
  await submit(page).click();
  await page.waitForURL("**/playlists");
  await expect(toast(page, "プレイリストを作成しました")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).first()).toContainText(
    /夜の棚.*政治・社会.*まだ打っている.*公開.*0件.*\d+年\d+月\d+日/s,
  );
});

test("own playlists are edited and deleted in dialogs, and failures lose nothing", {
  tag: "@release",
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page);
  for (const one of ["残る棚", longName])
    await page.request.post("/api/playlists", {
      data: { name: one, category: "歴史,科学,音楽,旅行", description: "説明。".repeat(80) },
    });
  await page.goto("/playlists");
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText("+2");
  await expectAccessible(page, "own playlists");

  await page.getByRole("link", { name: "「残る棚」を編集する" }).click();
  const dialog = page.getByRole("dialog", { name: "プレイリストを編集" });
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveValue("残る棚");
  await expectAccessible(page, "edit a playlist");
  await name(page).fill("変わった棚");
  await dialog.getByLabel("URLの名前").fill("！？");
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(
    dialog.getByRole("alert").filter({ hasText: "URLの名前に使える文字を入力してください" }),
  ).toBeVisible();
  await expect(dialog.getByLabel("URLの名前")).toBeFocused();
  await dialog.getByLabel("URLの名前").fill("My Shelf");
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, "プレイリストを更新しました")).toBeVisible();
  await expect(page.getByRole("link", { name: "変わった棚", exact: true })).toBeVisible();

  const remove = page.getByRole("link", { name: "「変わった棚」を削除する" });
  await remove.click();
  const question = page.getByRole("dialog", { name: "プレイリストを削除" });
  await expect(question).toContainText("このプレイリストを削除しますか？この操作は取り消せません。");
  await expectAccessible(page, "delete a playlist?");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.click();
  await page.route("**/playlists/*/delete.data", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await question.getByRole("button", { name: "削除する" }).click();
  await expect(question).toContainText("削除に失敗しました。もう一度お試しください。");
  await page.unroute("**/playlists/*/delete.data");
  await question.getByRole("button", { name: "削除する" }).click();
  await expect(question).toBeHidden();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "自分のプレイリスト" })).toBeFocused();
});

test("a playlist is changed and deleted on its own page, also on one whose address goes with it", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  const made = await page.request.post("/api/playlists", { data: { name: "雨の棚" } });
  const { id } = await made.json();
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const edit = page.getByRole("dialog", { name: "プレイリストを編集" });
  await page.goto(`/playlist/${encodeURIComponent("雨の棚")}`);
  await expect(heading).toHaveText("雨の棚");
  await main.getByRole("link", { name: "「雨の棚」を編集する" }).click();
  await expect(name(page)).toHaveValue("雨の棚");
  await name(page).fill("朝の棚");
  await edit.getByLabel("URLの名前").fill("asa");
  await edit.getByRole("button", { name: "保存する" }).click();
  await expect(edit).toBeHidden();
  await expect(toast(page, "プレイリストを更新しました")).toBeVisible();
  await expect(heading).toHaveText("朝の棚");
  await page.waitForURL(`**/playlists/${id}`);
  await page.reload();
  await expect(heading).toHaveText("朝の棚");

  // Closed while it is saved.
  const answered = Promise.withResolvers<void>();
  await page.route("**/playlists/*/edit.data", (route) => answered.promise.then(() => route.continue()));
  await main.getByRole("link", { name: "「朝の棚」を編集する" }).click();
  await name(page).fill("昼の棚");
  await edit.getByRole("button", { name: "保存する" }).click();
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  answered.resolve();
  await expect(toast(page, "プレイリストを更新しました")).toBeVisible();
  await expect(heading).toHaveText("昼の棚");
  expect((await page.request.get(`/playlist/${encodeURIComponent("雨の棚")}`)).status()).toBe(404);

  await page.goto("/playlist/asa");
  // Away from the play button: nothing follows it in its row.
  const acts = main.locator("header a, header button").filter({ visible: true });
  await expect(acts.last()).toHaveAccessibleName("「昼の棚」を削除する");
  await main.getByRole("link", { name: "「昼の棚」を削除する" }).click();
  const question = page.getByRole("dialog", { name: "プレイリストを削除" });
  await question.getByRole("button", { name: "やめる" }).click();
  await expect(question).toBeHidden();
  await main.getByRole("link", { name: "「昼の棚」を削除する" }).click();
  await question.getByRole("button", { name: "削除する" }).click();
  await page.waitForURL("**/playlists");
  await expect(toast(page, "プレイリストを削除しました")).toBeVisible();
  await expect(main).toContainText("プレイリストがありません");
});

test("the Enter that ends the choice of kanji adds no category and sends nothing; a session that ends meanwhile loses nothing", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/create-playlist");
  await name(page).fill("夜の棚");
  await category(page).focus();
  const chosen = page.getByRole("list", { name: "追加したカテゴリー" }).getByRole("button");
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "れきし", selectionStart: 3, selectionEnd: 3 });
  await expect(category(page)).toHaveValue("れきし");
  // What a keyboard for Japanese sends for its own Enter.
  await keyboard.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await keyboard.send("Input.insertText", { text: "歴史" });
  await expect(category(page)).toHaveValue("歴史");
  await expect(chosen).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveText(["歴史"]);
  await expect(category(page)).toHaveValue("");
  await expect(page).toHaveURL(/create-playlist$/);

  // The way in is beside it.
  await endSession(page);
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "ログインが必要です" })).toBeVisible();
  await expect(name(page)).toHaveValue("夜の棚");
});

test("categories typed before the page is alive are kept, with the focus and a choice of kanji that is going on", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  const chosen = page.getByRole("list", { name: "追加したカテゴリー" }).getByRole("button");
  const isAlive = () => expect(page.getByRole("main")).toContainText("入力してEnterで追加します");
  /** Opens the page while its scripts are on their way; what it returns has them arrive. */
  const openEarly = async () => {
    const blocked = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await blocked.promise;
      await route.continue();
    });
    await page.goto("/create-playlist", { waitUntil: "commit" });
    return async () => {
      blocked.resolve();
      await isAlive();
      await page.unroute(/\/assets\/.*\.js$/);
    };
  };
  let arrive = await openEarly();
  await category(page).fill("歴史、科学、");
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "おんがく", selectionStart: 4, selectionEnd: 4 });
  await arrive();
  await expect(category(page)).toBeFocused();
  await expect(category(page)).toHaveValue("歴史、科学、おんがく");
  await keyboard.send("Input.insertText", { text: "音楽" });
  await expect(chosen).toHaveText(["歴史", "科学"]);
  await expect(category(page)).toHaveValue("音楽");
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveText(["歴史", "科学", "音楽"]);

  arrive = await openEarly();
  await category(page).fill("歴史、科学");
  await name(page).fill("早い棚");
  await arrive();
  await expect(name(page)).toBeFocused();
  await expect(chosen).toHaveText(["歴史", "科学"]);
  await expect(category(page)).toHaveValue("");
  await submit(page).click();
  await page.waitForURL("**/playlists");
  await expect(cards(page).first()).toContainText(/早い棚.*歴史.*科学/s);
});

test("a playlist that was followed by its button is under フォロー中, and others are leafed through", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/playlists?tab=following");
  await expect(page.getByRole("main")).toContainText("フォロー中のプレイリストがありません");
  await page.getByRole("link", { name: "みんなのプレイリストを見る" }).click();
  const all = page.getByRole("list", { name: "みんなのプレイリスト" }).locator("> li");
  await expect(all).toHaveCount(20);
  await page.getByRole("link", { name: "もっと見る" }).click();
  await page.waitForURL("**/playlists?tab=public&cursor=*");
  await page.getByRole("link", { name: longName }).click();
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "フォローする" }).click();
  await expect(toast(page, "プレイリストをフォローしました")).toBeVisible();
  await main.getByRole("link", { name: "プレイリスト", exact: true }).click();
  await page.getByRole("link", { name: "フォロー中" }).click();
  const followed = page.getByRole("list", { name: "フォロー中のプレイリスト" }).locator("> li");
  await expect(followed).toHaveCount(1);
  await expect(followed).toContainText(longName);
  await followed.getByRole("link", { name: "その他" }).click();
  await page.waitForURL((url) => url.searchParams.get("category") === "その他");
});

test("at the limit: an alert with what to do, and no button", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await page.goto("/create-playlist");
  await name(page).fill("最後の一つ");
  // Ten come from another tab meanwhile.
  for (let count = 0; count < 10; count++)
    await page.request.post("/api/playlists", { data: { name: `棚${count}` } });
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "プレイリスト上限に達しています" })).toContainText(
    "既存のプレイリストを削除してください",
  );
  await expect(name(page)).toHaveValue("最後の一つ");
  await expect(submit(page)).toBeDisabled();
  await expect(page.getByRole("main").getByRole("link", { name: "プレイリストを見る" })).toBeVisible();
  await expectAccessible(page, "at the limit");
});
