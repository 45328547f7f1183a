import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { photo } from "../photo.ts";
import { openRowMenu } from "../row-menu.ts";
import { endSession, expect, expectLoginPrompt, signIn, test } from "../site.ts";
import { publish } from "./publish.ts";

const said = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: "しました" });
const row = (page: Page, title: string) => page.locator("main li[data-track]").filter({ hasText: title });
const toast = (page: Page, text: string) =>
  page
    .getByRole("region", { name: /お知らせ/ })
    .getByRole("listitem")
    .filter({ hasText: text });

test("own tracks are hidden, shown and deleted in place, and failures are undone", async ({
  page,
  server,
}) => {
  const email = await signIn(page);
  await publish(server, email, ["残る夜", "消える夜"]);
  await page.goto("/profile");
  await expect(page.getByRole("main")).toContainText("お気に入りがありません");
  await expectAccessible(page, "favourites");
  await page.getByRole("link", { name: "プレイリスト", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("プレイリストがありません");
  await expectAccessible(page, "playlists");
  await page.getByRole("link", { name: "投稿音声" }).click();
  await expect(page.getByRole("link", { name: "投稿音声" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page, "own tracks");

  const hide = page.getByRole("button", { name: "：「残る夜」を非公開にする" });
  const show = page.getByRole("button", { name: "：「残る夜」を公開にする" });
  await openRowMenu(row(page, "残る夜"));
  await hide.click();
  await expect(toast(page, "音声を非公開にしました")).toBeVisible();
  await show.click();
  await expect(toast(page, "音声を公開しました")).toBeVisible();
  await page.route("**/visibility", (route) => route.abort());
  await hide.click();
  await expect(toast(page, "公開状態の変更に失敗しました")).toContainText("エラー");
  await expect(hide).toBeVisible();
  await page.keyboard.press("Escape");

  const remove = page.getByRole("link", { name: "「消える夜」を削除する" });
  const menu = page.getByLabel("「消える夜」のメニュー");
  await menu.press("Enter");
  await remove.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("この音声を削除しますか？この操作は取り消せません。");
  await expectAccessible(page, "delete?");
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.press("Enter");
  await remove.press("Enter");
  await page.route("**/api/tracks/*", (route) => route.abort());
  await dialog.getByRole("button", { name: "削除する" }).click();
  await expect(dialog).toContainText("削除に失敗しました。もう一度お試しください。");
  await page.unroute("**/api/tracks/*");
  await dialog.getByRole("button", { name: "削除する" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "消える夜", exact: true })).toHaveCount(0);
  await expect(toast(page, "音声を削除しました")).toBeVisible();
  await expect(page.getByRole("heading", { name: "投稿音声" })).toBeFocused();
  await expect(page.getByRole("link", { name: "残る夜", exact: true })).toBeVisible();

  // The confirmation page, without a dialog. The parts that it loads at rest would be lost for good without a network.
  const toastsLoaded = page.waitForResponse(/toast-view/);
  await openRowMenu(row(page, "残る夜"));
  await page.goto(
    (await page.getByRole("link", { name: "「残る夜」を削除する" }).getAttribute("href")) ?? "",
  );
  await toastsLoaded;
  await expect(page.locator("dialog[data-player]")).toBeAttached();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByRole("alert")).toContainText("通信できませんでした");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("音声を削除");
  await page.context().setOffline(false);
  // The page is online again a moment later.
  const reaches = () =>
    page.evaluate(() =>
      fetch("/ping").then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  await expect.poll(reaches).toBe(true);
  await page.getByRole("button", { name: "削除する" }).click();
  await page.waitForURL("**/profile?tab=my-tracks");
  await expect(said(page)).toHaveText("音声を削除しました");
  await page.getByRole("link", { name: "プレイリスト", exact: true }).click();
  await expect(said(page)).toHaveCount(0);
});

test("the visibility button shows the server's state: fast clicks, other tabs, a page that is left", {
  tag: "@release",
}, async ({ page, context, server }) => {
  const email = await signIn(page);
  await publish(server, email, ["見え隠れ"]);
  const ownTracks = "/profile?tab=my-tracks";
  await page.goto(ownTracks);
  const hide = page.getByRole("button", { name: "：「見え隠れ」を非公開にする" });
  const show = page.getByRole("button", { name: "：「見え隠れ」を公開にする" });
  const badge = page.locator("main .row-facts").getByText("非公開", { exact: true });
  await openRowMenu(row(page, "見え隠れ"));
  const id = (await hide.locator("..").locator("[name=trackId]").getAttribute("value")) ?? "";

  const sent: unknown[] = [];
  const first = Promise.withResolvers<void>();
  await page.route("**/visibility", async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await first.promise;
    await route.continue();
  });
  await hide.click();
  await expect(badge).toHaveCount(1);
  await show.click();
  await hide.click();
  await show.click();
  await expect(hide).toBeVisible();
  first.resolve();
  await expect(toast(page, "音声を公開しました")).toBeVisible();
  expect(sent).toEqual([{ isVisible: false }, { isVisible: true }]);
  await page.unroute("**/visibility");
  await page.reload();
  await openRowMenu(row(page, "見え隠れ"));
  await expect(hide).toBeVisible();

  await hide.click();
  await expect(toast(page, "音声を非公開にしました")).toBeVisible();
  await context.request.patch(`/api/tracks/${id}/visibility`, { data: { isVisible: true } });
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "投稿音声" }).click();
  await openRowMenu(row(page, "見え隠れ"));
  await expect(hide).toBeVisible();

  // Left right after the click: the request must outlive its page.
  const keepalive = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const original = window.fetch;
        window.fetch = (input, init) => {
          if (String(input).endsWith("/visibility")) resolve(init?.keepalive);
          return original(input, init);
        };
        document.querySelector<HTMLButtonElement>("button[aria-label$='を非公開にする']")?.click();
      }),
  );
  expect(keepalive).toBe(true);
  await expect(show).toBeVisible();
});

test("after the session has ended elsewhere, visibility, deletion and the editor prompt for the sign-in", {
  tag: "@release",
}, async ({ page, server }) => {
  const email = await signIn(page);
  await publish(server, email, ["留守番の夜"]);
  const ownTracks = "/profile?tab=my-tracks";
  await page.goto(ownTracks);
  await endSession(page);
  await openRowMenu(row(page, "留守番の夜"));
  await page.getByRole("button", { name: "：「留守番の夜」を非公開にする" }).click();
  await expectLoginPrompt(page, ownTracks);
  await expect(page.getByRole("button", { name: "：「留守番の夜」を非公開にする" })).toBeVisible();

  await page.getByRole("link", { name: "「留守番の夜」を削除する" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
  await expectLoginPrompt(page, ownTracks);
  await expect(page.getByLabel("「留守番の夜」のメニュー")).toBeFocused();

  await page.getByRole("link", { name: "プロフィールを編集" }).click();
  const editor = page.getByRole("dialog", { name: "プロフィールを編集" });
  await editor.getByLabel("名前", { exact: true }).fill("書きかけの名前");
  await editor.getByRole("button", { name: "保存する" }).click();
  await expectLoginPrompt(page, ownTracks);
  await expect(editor.getByLabel("名前", { exact: true })).toHaveValue("書きかけの名前");
  const file = editor.getByLabel("プロフィール画像", { exact: true }).and(page.locator("input"));
  await file.setInputFiles(await photo());
  await expectLoginPrompt(page, ownTracks);
  await expect(page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem")).toHaveCount(0);
});
