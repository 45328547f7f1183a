import type { Page } from "@playwright/test";
import type { StripeDouble } from "#test/stripe/double.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { cards, expect, signInAsPayer, test } from "./premium-site.ts";

const toBank = (page: Page) => page.getByRole("link", { name: "本人確認に進む" });
const bank = (page: Page) => page.frameLocator("iframe[title='3D Secure']");

/** Signs in a member whose bank asks about the payment of a new month. */
async function signInAsAskedPayer(page: Page, stripe: StripeDouble): Promise<void> {
  await signInAsPayer(page, stripe, cards.threeDSecure);
  const newest = [...stripe.account.subscriptions.keys()].at(-1) ?? "";
  const { status } = await stripe
    .client()
    .subscriptions.update(newest, { billing_cycle_anchor: { type: "now" }, proration_behavior: "none" });
  expect(status).toBe("past_due");
  await stripe.webhooksSettled();
}

test("the bank asks over the page; who can't answer is offered another card", { tag: "@release" }, async ({
  page,
  stripe,
}) => {
  await signInAsAskedPayer(page, stripe);
  await page.goto("/settings");
  await page.getByRole("link", { name: "お支払いの確認・解約" }).click();
  await expect(page.getByRole("main")).toContainText("カード会社の本人確認が必要です");
  await expectAccessible(page, "/cancel with a payment to confirm");
  // The document of the settings may not run Stripe's script: this one is loaded anew, and asks at once.
  await toBank(page).click();
  await bank(page).getByRole("button", { name: "認証に失敗する" }).click();
  await expect(page.getByRole("alert")).toContainText("お支払い方法を認証できませんでした。");
  await expect(page).toHaveURL(/\/cancel$/);
  await expect(page.getByRole("button", { name: "カードを変更する" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Stripeのページで支払う" })).toBeVisible();
  await expectAccessible(page, "/cancel with a payment to make");
});

test("a payment that the bank has confirmed makes premium", { tag: "@release" }, async ({ page, stripe }) => {
  await signInAsAskedPayer(page, stripe);
  await page.goto("/cancel");
  await toBank(page).click();
  await bank(page).getByRole("button", { name: "認証を完了する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "プレミアム会員になりました" })).toBeVisible();
  await expect(page).toHaveURL(/\/premium-success$/);
  await page.goto("/settings");
  await expect(page.getByRole("region", { name: "プレミアム" })).toContainText("次のお支払いは");
});
