import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { notPhoto, photo } from "../photo.ts";
import { expect, signIn, test } from "../site.ts";

const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("a picture is uploaded and removed; a file that is none is rejected with a message", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/profile/edit");
  await expectAccessible(page, "edit page");
  const file = page.getByLabel("プロフィール画像", { exact: true }).and(page.locator("input"));
  await file.setInputFiles(notPhoto);
  await expect(toast(page, "アップロードエラー")).toContainText("画像ファイルのみアップロード可能です");
  await expect(file).toHaveAccessibleDescription(/^画像ファイルのみアップロード可能です/);
  await file.setInputFiles({ ...notPhoto, mimeType: "image/png", buffer: Buffer.alloc(11 * 1024 * 1024) });
  await expect(toast(page, "アップロードエラー")).toContainText("画像ファイルは10MB以下にしてください");
  await file.setInputFiles(await photo());
  await expect(toast(page, "プロフィール画像を更新しました")).toBeVisible();
  const shown = page.getByRole("region", { name: "プロフィール画像" }).locator("img");
  await expect(file).toBeFocused();
  await expect(shown).toHaveAttribute("src", /^\/uploads\//);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // Saving the rest leaves it alone.
  await page.getByRole("button", { name: "保存する" }).click();
  await page.waitForURL("**/profile");
  await expect(page.getByRole("main").locator("header img")).toHaveAttribute("src", /^\/uploads\//);
  await page.getByRole("link", { name: "プロフィールを編集" }).click();
  const answered = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/profile/edit.data", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent++;
    await answered.promise;
    await route.continue();
  });
  const remove = page.getByRole("dialog").getByRole("button", { name: "画像を削除" });
  await remove.click();
  await expect(remove).toHaveAttribute("aria-busy", "true");
  await remove.press("Enter");
  answered.resolve();
  await expect(shown).toHaveCount(0);
  expect(sent).toBe(1);
  await expect(toast(page, "プロフィール画像を更新しました")).toBeVisible();
  await expect(
    page.getByRole("dialog").getByLabel("プロフィール画像").and(page.locator("input")),
  ).toBeFocused();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a picture that can't be fetched is replaced by the first letter", async ({ page }) => {
  await signIn(page, "夜野 かなで");
  await page.goto("/profile/edit");
  await page
    .getByLabel("プロフィール画像", { exact: true })
    .and(page.locator("input"))
    .setInputFiles(await photo());
  await expect(toast(page, "プロフィール画像を更新しました")).toBeVisible();
  await page.route("**/uploads/**", (route) => route.abort());
  await page.goto("/profile");
  await expect(page.getByRole("main").locator("header img")).toHaveCount(0);
  await expect(page.getByRole("main").locator("header")).toContainText("夜夜野 かなで");
});
