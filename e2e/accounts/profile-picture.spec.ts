import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { notPhoto, photo } from "../photo.ts";
import { expect, signIn, test } from "../site.ts";

const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Runs in the page. Chooses a picture of 11 MB, which need not come from outside. */
function chooseLargePicture(input: HTMLInputElement | SVGElement | HTMLElement): void {
  if (!(input instanceof HTMLInputElement)) throw new Error("no file input");
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(11 * 1024 * 1024)], "photo.png", { type: "image/png" }));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a picture is uploaded and removed; a file that is none is rejected with a message; what can't be fetched is replaced by the first letter", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page, "夜野 かなで");
  await page.goto("/profile/edit");
  await expectAccessible(page, "edit page");
  const file = page.getByLabel("プロフィール画像", { exact: true }).and(page.locator("input"));
  await file.setInputFiles(notPhoto);
  await expect(toast(page, "アップロードエラー")).toContainText("画像ファイルのみアップロード可能です");
  await expect(file).toHaveAccessibleDescription(/^画像ファイルのみアップロード可能です/);
  await file.evaluate(chooseLargePicture);
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
  const header = page.getByRole("main").locator("header");
  await expect(header.locator("img")).toHaveAttribute("src", /^\/uploads\//);
  await page.route("**/uploads/**", (route) => route.abort());
  await page.reload();
  await expect(header.locator("img")).toHaveCount(0);
  await expect(header).toContainText("夜夜野 かなで");
  await page.unroute("**/uploads/**");
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
