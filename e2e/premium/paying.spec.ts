import type { Page } from "@playwright/test";
import type { StripeDouble } from "#test/stripe/double.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { endSession, signIn, signInAtHome } from "../site.ts";
import { cards, expect, fillCard, test } from "./premium-site.ts";

const openButton = (page: Page) => page.getByRole("button", { name: "カード情報を入力する" });
const orderButton = (page: Page) => page.getByRole("button", { name: "月額550円で申し込む" });
const cardFrame = (page: Page) => page.frameLocator("iframe[title='Secure payment input frame']");
const paid = (page: Page) => page.getByRole("heading", { level: 1, name: "プレミアム会員になりました" });

const countActive = (stripe: StripeDouble) =>
  [...stripe.account.subscriptions.values()].filter(({ status }) => status === "active").length;

/** Every address that the page's own document has had. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  });
  return addresses;
}

test("a refused card is corrected, proven to the bank and paid with; Stripe's script comes on the click", async ({
  page,
  stripe,
}) => {
  await signInAtHome(page);
  const addresses = addressesOf(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page.getByRole("link", { name: "プレミアム", exact: true }).click();
  await expect(page.getByRole("link", { name: "お申し込みへ" })).toHaveAttribute("href", "#order");
  await expectAccessible(page, "/premium");
  expect(asked.filter((url) => url.startsWith(stripe.origin))).toEqual([]);
  // The document of home may not run Stripe's script: this one is loaded anew, and opens the form at once.
  await openButton(page).click();
  await expect(cardFrame(page).getByLabel("カード番号")).toBeFocused();
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByLabel(/Link/), "the card is saved with nobody else").toHaveCount(0);
  await expectAccessible(page, "/premium with the card form");

  await orderButton(page).click();
  await expect(cardFrame(page).getByText("カード番号が不完全です。")).toBeVisible();
  await fillCard(cardFrame(page), cards.declined);
  await orderButton(page).click();
  await expect(page.getByRole("alert")).toContainText("決済に失敗しました");
  await expect(page.getByRole("alert")).toContainText("カードが拒否されました。");
  await expect(cardFrame(page).getByLabel("有効期限"), "what was typed stays").toHaveValue(/12.*34/);
  await cardFrame(page).getByLabel("カード番号").fill(cards.threeDSecure);
  await orderButton(page).click();
  await page
    .frameLocator("iframe[title='3D Secure']")
    .getByRole("button", { name: "認証を完了する" })
    .click();
  await expect(paid(page)).toBeVisible();
  await expect(page).toHaveURL(/\/premium-success$/);
  expect(addresses.filter((url) => /secret/.test(url))).toEqual([]);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    "広告なしの音声",
    "高音質再生",
    "バックグラウンド再生",
    "2.0倍速再生",
  ]);
  await expectAccessible(page, "/premium-success");
  await page.getByRole("link", { name: "ホームに戻る" }).click();
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page.getByRole("link", { name: /プレミアム 残り\d+日/ }).click();
  const plan = page.getByRole("region", { name: "プレミアム" });
  await expect(plan).toContainText(/次のお支払いは\d+年\d+月\d+日です/);
  await plan.getByRole("button", { name: "領収書・カードの変更" }).click();
  await page.waitForURL(`${stripe.origin}/**`);
  await page.goto("/premium");
  await expect(page, "nothing is sold twice").toHaveURL((url) => url.pathname === "/");
});

test("a double click and two tabs lead to one payment", { tag: "@release" }, async ({
  page,
  context,
  stripe,
}) => {
  const before = countActive(stripe);
  await signIn(page);
  await page.goto("/premium?payment=true");
  const other = await context.newPage();
  await expect(cardFrame(page).getByLabel("カード番号")).toBeVisible();
  await other.goto("/premium?payment=true");
  await fillCard(cardFrame(other), cards.good);
  await fillCard(cardFrame(page), cards.good);
  await orderButton(page).dblclick();
  await expect(paid(page)).toBeVisible();
  await orderButton(other).click();
  await expect(paid(other)).toBeVisible();
  expect(countActive(stripe)).toBe(before + 1);
});

test("the preparation fails, is tried again, and says when the session has ended", {
  tag: "@release",
}, async ({ page, stripe }) => {
  await signIn(page);
  const calls = "**/api/create-payment-intent";
  await page.route(calls, (route) => route.abort());
  await page.goto("/premium");
  await openButton(page).click();
  await expect(page.getByRole("alert")).toContainText("決済エラー");
  await expect(page.getByRole("alert")).toContainText("決済の準備に失敗しました");
  await page.unroute(calls);
  await endSession(page);
  await page.getByRole("button", { name: "もう一度試す" }).click();
  await expect(page.getByRole("alert")).toContainText("認証に失敗しました。再度ログインしてください。");
  await expect(page.getByRole("alert").getByRole("link", { name: "ログインする" })).toHaveAttribute(
    "href",
    "/api/auth/google?redirect=premium&payment=true",
  );
  // Where Stripe's script is blocked, its page is the way.
  await signIn(page);
  await page.route(`${stripe.origin}/v3/stripe.js`, (route) => route.abort());
  await page.goto("/premium");
  await openButton(page).click();
  await page.getByRole("button", { name: "Stripeのページで支払う" }).click();
  await page.waitForURL(`${stripe.origin}/**`);
  await page.goBack();
  await page.goto("/premium?checkout=cancelled");
  await expect(page.getByRole("status")).toHaveText("お支払いは行われていません。");
  await expect(page).toHaveURL(/\/premium$/);
});
