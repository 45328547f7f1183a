import type { Page } from "@playwright/test";
import { publish } from "../creation/publish.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

/** What a page says about the form that led to it. */
const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("the dialog edits a profile: its mistakes keep what was typed, and the focus returns", async ({
  page,
}) => {
  await signIn(page, "夜野 かなで");
  await page.goto("/profile");
  const open = page.getByRole("link", { name: "プロフィールを編集" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(
    dialog.getByLabel("プロフィール画像", { exact: true }).and(page.locator("input")),
  ).toBeFocused();
  await expect(dialog.getByRole("button", { name: "保存する" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press("Enter");
  const id = dialog.getByLabel("ユーザーID");
  await id.fill("ab");
  await expect(dialog).toContainText("ユーザーIDは3文字以上で入力してください");
  await id.fill("admin");
  await expect(dialog).toContainText("このユーザーIDは使用できません");
  await id.fill("kanade_2026");
  await expect(dialog).toContainText("利用可能です");
  await page.route("**/api/auth/check-user-id/**", (route) => route.abort());
  await id.fill("kanade_2027");
  await expect(dialog).toContainText("確認中にエラーが発生しました");
  await dialog.getByLabel("名前", { exact: true }).fill("");
  await dialog.getByRole("textbox", { name: /Xアカウント/ }).fill("@かなで");
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog).toContainText("名前を入力してください");
  await expect(dialog).toContainText("Xアカウントは英数字とアンダースコアのみ使用可能です");
  await expect(dialog.getByLabel("名前", { exact: true })).toBeFocused();
  await expect(dialog.getByRole("textbox", { name: /Xアカウント/ })).toHaveValue("@かなで");
  await expect(id).toHaveValue("kanade_2027");
  // Seen, heard and pressed over the dialog.
  const message = dialog.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");
  await expect(message).toContainText("更新に失敗しました");
  await message.getByRole("button", { name: "閉じる" }).click();
  await expect(message).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "edit dialog with mistakes");

  await dialog.getByLabel("名前", { exact: true }).fill("かなで改め ひびき");
  await dialog.getByRole("textbox", { name: /Xアカウント/ }).fill("@kanade");
  await dialog.getByText("🎧").click();
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, "プロフィールを更新しました")).toContainText("変更が保存されました");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("かなで改め ひびき");
  await expect(main).toContainText("@kanade_2027");
  await expect(main).toContainText("🎧");
  await expect(main.getByRole("link", { name: /Xの@kanade/ })).toHaveAttribute(
    "href",
    "https://x.com/kanade",
  );
  await expect(main.getByRole("link", { name: /フォロワー/ })).toHaveAttribute(
    "href",
    "/kanade_2027/followers",
  );
  // The shell knows the new name without a reload.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "メニュー" }).click();
  await expect(page.getByRole("navigation", { name: "メニュー" })).toContainText("かなで改め ひびき");
});

test("the server's word about an ID and an emoji stands beside its field until something else is typed", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/profile/edit");
  const main = page.getByRole("main");
  const id = page.getByLabel("ユーザーID");
  const emoji = page.getByRole("textbox", { name: /ほかの絵文字/ });
  const save = page.getByRole("button", { name: "保存する" });
  await test.step("an answer about an older ID is dropped", async () => {
    const first = Promise.withResolvers<void>();
    await page.route("**/api/auth/check-user-id/slow_one", async (route) => {
      await first.promise;
      await route.fulfill({ json: { available: false, reason: "古い答え" } }).catch(() => {});
    });
    const asked = page.waitForRequest("**/check-user-id/slow_one");
    await id.fill("slow_one");
    await asked;
    await id.fill("quick_one");
    await expect(main).toContainText("利用可能です");
    first.resolve();
    await expect(main).not.toContainText("古い答え");
  });

  await id.fill("admin");
  await expect(main).toContainText("このユーザーIDは使用できません");
  await expect(id).toHaveAttribute("aria-invalid", "true");

  await page.route("**/check-user-id/**", (route) =>
    route.fulfill({ json: { available: true, reason: "利用可能です" } }),
  );
  await id.fill("premium");
  await expect(main).toContainText("利用可能です");
  await save.click();
  await expect(main.getByRole("alert")).toHaveText("このユーザーIDは使用できません");
  await expect(main).not.toContainText("利用可能です");
  await expect(id).toHaveAttribute("aria-invalid", "true");
  await expect(id).toBeFocused();
  await id.fill("premium_kanade");
  await expect(main.getByRole("alert")).toHaveCount(0);
  await expect(main).toContainText("利用可能です");
  await expect(id).not.toHaveAttribute("aria-invalid");

  await emoji.fill("夜と朝");
  await page.getByRole("textbox", { name: /Xアカウント/ }).fill("@かなで");
  await save.click();
  await expect(main).toContainText("Xアカウントは英数字とアンダースコアのみ使用可能です");
  await expect(emoji).toHaveAttribute("aria-invalid", "true");
  await expect(emoji).toHaveAccessibleDescription(/^絵文字を1つだけ入力してください/);
  await expect(emoji).toBeFocused();

  // The ID is known to be wrong before the answer, the name above it is not.
  const name = main.getByLabel("名前", { exact: true });
  await name.fill("");
  await id.fill("ab");
  await save.click();
  await expect(main).toContainText("名前を入力してください");
  await expect(name).toBeFocused();
});

test("a toast moves with the dialog that it stands over; Escape closes one of both; the editor keeps what was typed", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/profile");
  const open = page.getByRole("link", { name: "プロフィールを編集" });
  const dialog = page.getByRole("dialog");
  const message = toast(page, "更新に失敗しました");
  await open.click();
  await page.route("**/profile/edit.data", (route) => route.abort());
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.locator(message)).toContainText("プロフィールの更新中にエラーが発生しました");
  await dialog.getByRole("button", { name: "閉じる" }).first().click();
  await expect(dialog).toBeHidden();
  await expect(message).toBeVisible();
  await open.click();
  await expect(dialog.locator(message)).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await expect(message).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // What was closed does not come back.
  await expect(message).toHaveCount(0);

  await test.step("the editor keeps what was typed: text selected past its edge, Escape; a save begins anew", async () => {
    await page.unroute("**/profile/edit.data");
    await open.click();
    const name = dialog.getByLabel("名前", { exact: true });
    await name.fill("かなで改め ひびき");
    await name.scrollIntoViewIfNeeded();
    const box = await name.boundingBox();
    if (!box) throw new Error("no field");
    const [inside, beside] = [
      { x: box.x + 20, y: box.y + box.height / 2 },
      { x: 5, y: 5 },
    ];
    for (const [from, to] of [
      [inside, beside],
      [beside, inside],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await expect(dialog).toBeVisible();
    }
    await page.mouse.click(beside.x, beside.y);
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(name).toHaveValue("かなで改め ひびき");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(name).toHaveValue("かなで改め ひびき");
    await dialog.getByRole("textbox", { name: /ほかの絵文字/ }).fill("🐸");
    await dialog.getByRole("button", { name: "保存する" }).click();
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(name).toHaveValue("かなで改め ひびき");
    await expect(dialog.getByRole("textbox", { name: /ほかの絵文字/ })).toHaveValue("");
  });
});

test("my page stays on the page at 200 % text and 320 px", { tag: "@release" }, async ({ page, server }) => {
  const email = await signIn(page, "長い名前の持ち主 ながながひさしく");
  await publish(server, email, ["題".repeat(60)]);
  await page.request.patch("/api/auth/profile", {
    data: { customUserId: "a".repeat(30), xHandle: "x".repeat(15) },
  });
  for (const path of ["/profile", "/profile?tab=my-tracks", "/profile/edit"]) {
    await page.goto(path);
    await expectNarrow(page, path, [320, 1280]);
  }
});
