import type { Page } from "@playwright/test";
import { expectAccessible, expectNarrow } from "./expect-accessible.ts";
import { expect, test } from "./site.ts";

const opener = (page: Page) => page.getByRole("link", { name: "AIサポートに質問する" });
const chat = (page: Page) => page.getByRole("dialog", { name: "AIサポート" });
const field = (page: Page) => chat(page).getByRole("textbox", { name: "質問" });
const answer = (page: Page, text: string) => page.locator("details").filter({ hasText: text });

async function openChat(page: Page): Promise<void> {
  await page.goto("/faq");
  await opener(page).click();
  await expect(field(page)).toBeFocused();
}

test("a question opens, also by its address and by a link of the page", { tag: "@release" }, async ({
  page,
}) => {
  await page.goto("/faq");
  const premium = answer(page, "料金はいくらですか？");
  const benefit = premium.getByText("音声の生成：1日3回 → 1日10回");
  await expect(benefit).toBeHidden();
  await premium.locator("summary").click();
  await expect(benefit).toBeVisible();
  await page.goto("/faq#trouble");
  await expect(page.getByText("端末の音量と消音")).toBeInViewport();
  await page.getByRole("link", { name: "バックグラウンド再生" }).click();
  await expect(page.getByText("どちらもプレミアムの機能です。")).toBeInViewport();
});

test("a talk with the support: sending, waiting, links, closing", async ({ page }) => {
  const sent: string[] = [];
  const release = Promise.withResolvers<void>();
  await page.route("**/api/ai-chat", async (route) => {
    sent.push(route.request().postData() ?? "");
    if (sent.length === 1) await release.promise;
    await route.continue();
  });
  await openChat(page);
  await field(page).press("Enter");
  await field(page).fill(" 　\n");
  await field(page).press("Enter");
  await field(page).fill("解約");
  // The Enter that confirms an input method's conversion.
  await field(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await field(page).press("Shift+Enter");
  await expect(field(page)).toHaveValue("解約\n");
  expect(sent).toEqual([]);
  await field(page).fill("プレミアムを解約したい");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("");
  await expect(chat(page).getByText("回答を考えています")).toBeVisible();
  await field(page).fill("料金は？");
  await field(page).press("Enter");
  await chat(page).getByRole("button", { name: "質問を送る" }).click({ force: true });
  await expect(field(page)).toHaveValue("料金は？");
  release.resolve();
  const log = chat(page).getByRole("log");
  await expect(log).toContainText("90日間");
  await expect(chat(page).getByText("回答を考えています")).toBeHidden();
  expect(sent).toEqual([JSON.stringify({ message: "プレミアムを解約したい", context: "customer_support" })]);
  await expectAccessible(page, "support chat");
  await page.keyboard.press("Escape");
  await expect(chat(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await expect(log).toContainText("90日間");
  await log.getByRole("link", { name: /解約・一時停止・返金/ }).click();
  await expect(chat(page)).toBeHidden();
  await expect(page).toHaveURL(/\/faq#cancel$/);
  await expect(page.getByRole("main").getByText("いつでも解約できます。").first()).toBeInViewport();
});

test("answers that do not come, or have no words, are said as such", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await openChat(page);
  const log = chat(page).getByRole("log");
  await page.route("**/api/ai-chat", (route) => route.fulfill({ json: { response: " " } }));
  await field(page).fill("料金は？");
  await field(page).press("Enter");
  await expect(log).toContainText("すみません、回答を生成できませんでした。もう一度お試しください。");
  await page.unroute("**/api/ai-chat");
  await context.setOffline(true);
  await field(page).fill("返金は？");
  await field(page).press("Enter");
  await expect(log).toContainText(
    "申し訳ございません。一時的な問題が発生しました。しばらく経ってからもう一度お試しください。",
  );
  await context.setOffline(false);
  // Links to other sites stay text.
  const response = "「外」（//evil.example）と「外」（https://evil.example）と「規約」（/terms）";
  await page.route("**/api/ai-chat", (route) => route.fulfill({ json: { response } }));
  await field(page).fill("リンク");
  await field(page).press("Enter");
  await expect(log.getByRole("link", { name: "規約" })).toHaveAttribute("href", "/terms");
  await expect(log.getByRole("link")).toHaveCount(1);
  // Long answers scroll inside: title and × stay.
  await page.unroute("**/api/ai-chat");
  await page.route("**/api/ai-chat", (route) =>
    route.fulfill({ json: { response: "長い答え。\n".repeat(40) } }),
  );
  for (const question of ["一", "二"]) {
    await field(page).fill(question);
    await field(page).press("Enter");
    await expect(log.getByText(question, { exact: true })).toBeVisible();
    await expect(chat(page).getByText("回答を考えています")).toBeHidden();
  }
  expect(await chat(page).evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  await expect(chat(page).getByRole("button", { name: "閉じる" })).toBeInViewport();
});

test("without JavaScript questions open, and the chat is a form", async ({ browser, server }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin });
  const page = await plain.newPage();
  await page.goto("/faq#cancel");
  await expect(page.getByText("いつでも解約できます。")).toBeInViewport();
  await opener(page).click();
  await page.getByRole("textbox", { name: "質問" }).fill("招待リンクが使えない");
  await page.getByRole("button", { name: "質問する" }).click();
  await expect(page.getByRole("status").first()).toContainText("そのリンクはもう使えません");
  await expect(page.getByRole("textbox", { name: "質問" })).toHaveValue("招待リンクが使えない");
  await page.goto("/terms");
  await page.getByText("目次").click();
  await page.getByRole("link", { name: "第7条 禁止事項" }).click();
  await expect(page.getByRole("heading", { name: "第7条 禁止事項" })).toBeInViewport();
  await plain.close();
});

test("the menu and the sign-in lead to help and law", { tag: "@release" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  const menu = page.getByRole("navigation", { name: "メニュー" });
  await menu.getByText("ヘルプとプライバシー").click();
  for (const name of ["よくある質問", "利用規約", "プライバシーポリシー"])
    await expect(menu.getByRole("link", { name })).toBeVisible();
  await menu.getByRole("link", { name: "特定商取引法に基づく表記" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("特定商取引法に基づく表記");
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("link", { name: "利用規約" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("利用規約");
});

test("the pages of help and law are accessible and fit 320 px with large text", { tag: "@release" }, async ({
  page,
}) => {
  for (const path of ["/faq#premium", "/faq/chat", "/terms", "/privacy", "/commercial-law"]) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expectNarrow(page, path, [320]);
  }
});
