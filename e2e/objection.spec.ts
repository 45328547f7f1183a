import { Client } from "#test/client.ts";
import { publish } from "./creation/publish.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, test } from "./site.ts";

const evidence = { name: "原稿.txt", mimeType: "text/plain", buffer: Buffer.from("灯台守の原稿です。") };
const explanation = "2行目から5行目までが、わたしの原稿と同じです。";

test("somebody without an account objects to a track, from a search for it to the receipt, and writes again", async ({
  page,
  server,
}) => {
  const author = `hibiki${Date.now()}@example.com`;
  await Client.signedIn(server.origin, author);
  await publish(server, author, ["灯台守の一日"]);
  await page.goto("/search?search=灯台守");
  await page.getByRole("main").getByRole("link", { name: "灯台守の一日" }).first().click();
  await page.waitForURL("**/track/*");
  const target = page.url();
  await page.goto(`/objection?${new URLSearchParams({ target: new URL(target).pathname })}`);
  await expect(page.getByLabel("対象のリンク")).toHaveValue(target);

  await page.getByLabel("あなたの立場").selectOption("著作権など、権利を持っている");
  await page.getByLabel("求めること").selectOption("公開を止めてほしい");
  await page.getByLabel("理由").fill(explanation);
  await page.getByLabel("お名前").fill("原 かおる");
  await page.getByLabel("メールアドレス").fill("kaoru@example.com");
  await page
    .getByLabel("証拠のファイル")
    .setInputFiles({ ...evidence, buffer: Buffer.from([0x50, 0x4b, 3, 4]) });
  await page.getByRole("button", { name: "申し立てる" }).click();
  await expect(page.getByLabel("証拠のファイル")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("理由")).toHaveValue(explanation);
  await expect(page.getByLabel("求めること")).toHaveValue("take-down");

  await page.getByLabel("証拠のファイル").setInputFiles(evidence);
  await page.getByRole("button", { name: "申し立てる" }).click();
  await page.waitForURL(/\/objection\/.+key=/);
  const main = page.getByRole("main");
  await expect(main.getByText("確認しています")).toBeVisible();
  await expect(main.getByText(/受付番号/)).toBeVisible();
  await expect(main.getByText("原稿.txt")).toBeVisible();
  await expect(main.getByText(explanation)).toBeVisible();

  await page.getByLabel("メッセージを送る").fill("初出の雑誌の名前をお伝えします。");
  await page.getByRole("button", { name: "送信する" }).click();
  await expect(page.getByText("メッセージを送りました")).toBeVisible();
  await expect(main.getByRole("listitem").getByText("初出の雑誌の名前をお伝えします。")).toBeVisible();
  await expect(page.getByLabel("メッセージを送る")).toHaveValue("");

  await expectAccessible(page, "the objector's page");

  // Whoever has only the receipt sees nothing of it.
  const receipt = new URL(page.url()).pathname;
  const refused = await page.goto(receipt);
  expect(refused?.status()).toBe(404);
  await expect(page.getByText(explanation)).toBeHidden();
});
