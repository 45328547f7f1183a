import { expect, signIn, test } from "../site.ts";

test("what is typed into a script that another page replaces is shown, until it is thrown away", {
  tag: "@release",
}, async ({ page, context }) => {
  await signIn(page);
  await page.goto("/create-post-v2");
  await page.getByLabel("本文").fill("夜の駅に、電車が着きました。");
  await page.getByRole("button", { name: "台本を生成" }).click();
  await page.getByRole("link", { name: "台本を直す" }).click();
  const line = page.getByLabel("1行目", { exact: true });
  await line.fill("書きかけの一行です。");

  const other = await context.newPage();
  await other.goto("/create-post-v2?step=input");
  await other.getByLabel("本文").fill("朝の駅に、電車が着きました。");
  await other.getByRole("button", { name: "台本を生成" }).click();
  await expect(other.getByRole("list", { name: "台本" })).toContainText("朝の駅");
  await other.close();

  const unsaved = page.getByRole("region", { name: "保存されなかった文" });
  await expect(unsaved).toContainText("書きかけの一行です。");
  const toast = page.getByRole("listitem").filter({ hasText: "台本が新しくなっています" });
  await expect(toast).toBeVisible();
  await expect(line).not.toHaveValue("書きかけの一行です。");
  await page.reload();
  await expect(unsaved).toContainText("書きかけの一行です。");
  await unsaved.getByRole("button", { name: "この文を捨てる" }).click();
  await expect(unsaved).toBeHidden();

  // What is saved is not lost.
  await line.fill("保存した一行です。");
  await page.getByRole("button", { name: "保存して台本確認に戻る" }).click();
  await expect(page.getByRole("list", { name: "台本" })).toContainText("保存した一行です。");
  await page.reload();
  await expect(page.getByRole("list", { name: "台本" })).toContainText("保存した一行です。");
  await expect(unsaved).toBeHidden();
});
