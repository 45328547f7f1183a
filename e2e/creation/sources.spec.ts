import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, spokenMs, test } from "../site.ts";
import { agree } from "./publish.ts";

/** A chapter has its own episode from 15 seconds on. */
const book = `# 夜の本

## 波

寄せては返す波の音を、ひとりで聞いていました。灯台《とうだい》の光が、ゆっくりと海の上を回っています。
遠くの船が、小さな明かりをともして通りすぎました。砂の上には、だれかの足あとが残っています。潮の匂いのする夜でした。

この段落は使いません。

## 風

北からの風が、ひと晩じゅう窓を鳴らしていました。庭の木も、物置の戸も、同じ調子でゆれています。
ふとんの中で、その音を数えているうちに眠りました。朝になると、風はやんで、空が青く晴れていました。
`;

async function readFile(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.getByLabel("ファイル").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await page.getByRole("button", { name: "読み取る", exact: true }).click();
}

/** Reads the book and leaves out one paragraph of it. */
async function chooseParagraphs(page: Page): Promise<void> {
  await signIn(page);
  await page.goto("/sources");
  await readFile(page, "夜の本.pdf", "PDFではない文章");
  await expect(page.getByRole("main")).toContainText("この形式は読めません");
  await readFile(page, "夜の本.md", book);
  await expect(page.getByRole("heading", { name: "使う段落を選ぶ" })).toBeVisible();
  const unwanted = page.getByLabel("この段落は使いません。");
  // Each answer is waited for: while a form is sent, its other buttons send nothing.
  await page.getByRole("button", { name: "すべて外す" }).click();
  await expect(unwanted).not.toBeChecked();
  await page.getByRole("button", { name: "すべて選ぶ" }).click();
  await expect(unwanted).toBeChecked();
  await unwanted.uncheck();
}

/** From the chosen paragraphs to a playlist of two published episodes. */
async function makeSeries(page: Page): Promise<void> {
  await chooseParagraphs(page);
  await page.getByRole("button", { name: "何回かに分けて連続番組にする" }).click();
  await expect(page.getByRole("heading", { name: /^全2回/ })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("この段落は使いません");
  await page.getByLabel("できしだい続けて").check();
  const start = page.getByRole("button", { name: "連続番組を始める" });
  await agree(page);
  await start.click();
  await page.waitForURL(/\/series\/\d+$/);
}

async function expectPlaylist(page: Page): Promise<void> {
  await page.getByRole("link", { name: "プレイリスト", exact: true }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("夜の本 第1回 波");
  await expect(main).toContainText("夜の本 第2回 風");
}

test("a book becomes a series whose page tells how far it is", { tag: "@release" }, async ({ page }) => {
  await makeSeries(page);
  await expectAccessible(page, "series");
  await expect(page.getByText("2回のうち2回を公開しました")).toBeVisible({ timeout: spokenMs });
  await expectPlaylist(page);
});

test("chosen paragraphs become a draft's text, with the reading of a word", async ({ page }) => {
  await chooseParagraphs(page);
  await page.getByRole("button", { name: "選んだ文章で作る" }).click();
  await page.waitForURL(/\/create-post/);
  const text = page.getByLabel("本文");
  await expect(text).toHaveValue(/灯台《とうだい》の光/);
  await expect(text).not.toHaveValue(/この段落は/);
});
