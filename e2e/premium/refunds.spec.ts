import type { Page } from "@playwright/test";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addAdminSession } from "#test/admin.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signInAsPayer, test } from "./premium-site.ts";

async function signInToConsole(page: Page, server: { dataDir: string; origin: string }): Promise<void> {
  await openDatabase({ url: undefined, dataDir: server.dataDir, migrate: false });
  const { token } = await addAdminSession().finally(closeDatabase);
  await page.context().addCookies([{ name: "mugen_admin", value: token, url: server.origin }]);
}

/** The only payment of a member, whose page leads to it. */
async function openPayment(page: Page): Promise<void> {
  const { id } = await (await page.request.get("/api/auth/user")).json();
  await page.goto(`/admin/users/${id}`);
  await page.getByRole("link", { name: "お支払いと返金の手続き" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("お支払い");
}

const row = (page: Page) => page.getByRole("table", { name: "お支払い" }).getByRole("row").last();
const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

async function refund(page: Page, amount: string, reason: string): Promise<void> {
  await row(page)
    .getByRole("button", { name: /を返金$/ })
    .click();
  await dialog(page).getByLabel("返金する金額（円）").fill(amount);
  await dialog(page).getByLabel("理由").fill(reason);
  await dialog(page).getByRole("button", { name: "返金する" }).click();
}

test.use({ viewport: { width: 375, height: 812 } });

test("a payment is refunded in part, then in full; what is wrong is said and kept", {
  tag: "@release",
}, async ({ page, server, stripe }) => {
  await signInAsPayer(page, stripe);
  await signInToConsole(page, server);
  await openPayment(page);
  await expect(row(page)).toContainText("550円");
  await refund(page, "551", "障害のおわび");
  await expect(dialog(page)).toContainText("返金できるのは、残りの550円までです");
  await expect(dialog(page).getByLabel("理由")).toHaveValue("障害のおわび");
  await dialog(page).getByLabel("返金する金額（円）").fill("100");
  await dialog(page).getByRole("button", { name: "返金する" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText("返金しました");
  await expect(row(page)).toContainText("一部を返金");
  await refund(page, "450", "残りも");
  await expect(row(page)).toContainText("返金済み");
  await expect(row(page).getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: "返金", exact: true }).click();
  const refunds = page.getByRole("table", { name: "返金" });
  await expect(refunds).toContainText("残りも");
  await expect(refunds).toContainText("障害のおわび");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.getByRole("link", { name: "月ごと" }).click();
  await expect(page.getByRole("main")).toContainText("月末の見込み");
  await expectAccessible(page, "the month");
});

test("a disputed payment leads to its date, to Stripe's page and, later, to its end", {
  tag: "@release",
}, async ({ page, server, stripe }) => {
  await signInAsPayer(page, stripe);
  await signInToConsole(page, server);
  const { id } = stripe.dispute([...stripe.account.charges.keys()].at(-1) ?? "");
  await stripe.webhooksSettled();
  await openPayment(page);
  await row(page).getByRole("link", { name: "カード会社への異議" }).click();
  const disputes = page.getByRole("table", { name: "カード会社への異議" });
  await expect(disputes).toContainText("証拠が必要");
  await expect(disputes).toContainText("あと9日");
  await expect(disputes.getByRole("link", { name: "Stripeで開く" })).toHaveAttribute(
    "href",
    `https://dashboard.stripe.com/test/disputes/${id}`,
  );
  await expectAccessible(page, "the disputes");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.goto("/admin");
  await page.getByRole("link", { name: "証拠が必要な、カード会社への異議" }).click();
  await expect(disputes).toContainText("身に覚えがない");
  stripe.closeDispute(id, "lost");
  await stripe.webhooksSettled();
  await page.reload();
  await expect(page.getByRole("main")).toContainText("カード会社への異議はありません");
  await page.getByRole("link", { name: "異議", exact: true }).click();
  await expect(disputes).toContainText("負けた");
});
