import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addAdminSession } from "../admin.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { PlainBrowser } from "../plain-browser.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { startStripe } from "../stripe/server.ts";

withDatabase();

let server: RunningServer;
const stripe = await startStripe();
beforeAll(async () => {
  server = await startServer({ env: stripe.settings, workers: 0 });
  stripe.sendWebhooksTo(`${server.origin}/webhooks/stripe`);
});
afterAll(async () => {
  await server.kill();
  await stripe.close();
});

/** A new member, who is an operator too if asked. */
async function newMember(o: { isOperator?: boolean } = {}): Promise<{ id: string; client: Client }> {
  const { id } = await addMember({ name: `夜野 ${randomUUID().slice(0, 8)}` });
  const session = await startSession({ userId: id, deviceInfo: "" });
  const admin = o.isOperator ? (await addAdminSession()).token : undefined;
  return { id, client: Client.withSession(server.origin, session, admin) };
}

/** As `newMember`, who pays already, with the card of this number. */
async function newPayer(o: { isOperator?: boolean; card?: string } = {}) {
  const member = await newMember(o);
  const begun = await member.client.send("POST", "/api/create-payment-intent", {});
  const { clientSecret } = await begun.json();
  const status = stripe.pay(clientSecret, o.card);
  expect(status === "requires_action" ? stripe.authenticate(clientSecret) : status).toBe("succeeded");
  expect((await member.client.send("POST", "/api/user/upgrade-premium", {})).status).toBe(200);
  return member;
}

const isAtStripe = (browser: PlainBrowser) => browser.address.startsWith(stripe.origin);
const heading = (browser: PlainBrowser) => browser.page.part("h1").text;

test("a bank asks about the payment of a new month on Stripe's page", async () => {
  const { client } = await newPayer({ card: "4000002500003155" });
  const newest = [...stripe.account.subscriptions.keys()].at(-1) ?? "";
  const { status } = await stripe
    .client()
    .subscriptions.update(newest, { billing_cycle_anchor: { type: "now" }, proration_behavior: "none" });
  expect(status).toBe("past_due");
  await stripe.webhooksSettled();
  const browser = new PlainBrowser(client);
  await browser.open("/cancel");
  await browser.page.follow("本人確認に進む");
  expect(browser.address).toMatch(new RegExp(`^${stripe.origin}/i/`));
  await browser.page.press("認証を完了する");
  expect(browser.page.text).toContain("お支払い済みです");
  await stripe.webhooksSettled();
  await browser.open(`${server.origin}/settings`);
  expect(browser.page.part("region", { name: "プレミアム" }).text).toContain("次のお支払いは");
});

test("premium is bought at Checkout, paused, cancelled and gone on with by forms", async () => {
  const visitor = new PlainBrowser(new Client(server.origin));
  await visitor.open("/premium-success");
  expect(visitor.main.text).toContain("この機能を利用するには ログインが必要です");
  const browser = new PlainBrowser((await newMember()).client);
  // What an address says gives nothing.
  await browser.open("/premium-success?redirect_status=succeeded");
  expect(heading(browser)).toBe("お支払いは完了していません");
  await browser.open("/premium-success");
  expect(browser.address).toBe("/premium");
  const toCheckout = "Stripeのお支払いページへ進む";
  await browser.page.press(toCheckout);
  expect(isAtStripe(browser)).toBe(true);
  await browser.open(`${server.origin}/premium?checkout=cancelled`);
  expect(browser.page.part("status").text).toBe("お支払いは行われていません。");
  await browser.page.press(toCheckout);
  browser.page.fill("カード番号", "4242424242424242");
  browser.page.fill("有効期限", "12/34");
  browser.page.fill("セキュリティコード", "123");
  await browser.page.press("申し込む");
  expect(heading(browser)).toBe("プレミアム会員になりました");
  expect(browser.address, "the session's id is gone").toBe("/premium-success?redirect_status=succeeded");

  const said = () => browser.main.part("status").text;
  await browser.open("/cancel");
  expect(heading(browser)).toBe("解約・一時停止");
  await browser.page.follow("90日間一時停止する");
  expect(heading(browser)).toBe("一時停止の確認");
  expect(browser.main.text).toMatch(/自動で再開する日\d{4}年\d+月\d+日再開の日のお支払い月額550円/);
  await browser.main.press("一時停止する");
  expect(said()).toContain("一時停止完了プレミアム会員を90日間一時停止しました。");
  expect(said()).toMatch(/までお使いいただけ、\d{4}年\d+月\d+日に自動で再開します。/);
  expect(browser.address).toBe("/");
  await browser.open("/cancel");
  expect(heading(browser)).toBe("一時停止を予約しています");
  await browser.main.press("一時停止を取り消す");
  expect(said()).toContain("一時停止を取り消しました");

  await browser.open("/cancel");
  await browser.page.follow("解約に進む");
  expect(heading(browser)).toBe("解約の最終確認");
  expect(browser.address).toBe("/cancel?step=confirm");
  await browser.page.follow("一時停止に戻る");
  expect(heading(browser)).toBe("解約・一時停止");
  await browser.page.follow("解約に進む");
  expect(browser.main.text).toMatch(/期間が終わる\d{4}年\d+月\d+日まで/);
  await browser.main.press("完全に解約する");
  expect(said()).toContain(
    "キャンセル完了プレミアム会員をキャンセルしました。現在の期間終了まで引き続きご利用いただけます。",
  );
  await browser.open("/settings");
  expect(browser.page.part("region", { name: "プレミアム" }).text).toContain("に終わります");
  await browser.page.follow("解約の取り消し");
  expect(heading(browser)).toBe("解約のお手続きは済んでいます");
  await browser.main.press("解約を取り消して、続ける");
  expect(said()).toContain("解約を取り消しました");
  await browser.open("/cancel");
  await browser.main.press("Stripeのページを開く");
  expect(isAtStripe(browser)).toBe(true);
});

/** What is pressed from home on; the card's number is typed besides. */
const toJoin = ["メニュー", "プレミアム", "Stripeのお支払いページへ進む", "申し込む"];
const toCancel = ["メニュー", /^プレミアム 残り\d+日/, "解約する", "完全に解約する"];

test("premium is cancelled in no more steps than it takes to join, and the screen of the order is stored", async () => {
  const browser = new PlainBrowser((await newMember()).client);
  const open = (address: string) => browser.open(server.origin + address);
  /** Presses, one after another, a link or a button. Returns the pages that came. */
  const walk = async (names: readonly (string | RegExp)[]) => {
    const pages: PlainBrowser["page"][] = [];
    await open("/");
    for (const name of names) {
      const { page } = browser;
      if (page.hasField("カード番号")) {
        page.fill("カード番号", "4242424242424242");
        page.fill("有効期限", "12/34");
        page.fill("セキュリティコード", "123");
      }
      await (page.hasLink(name) ? page.follow(name) : page.press(name));
      pages.push(browser.page);
    }
    return pages;
  };
  const [, order] = await walk(toJoin);
  expect(heading(browser)).toBe("プレミアム会員になりました");
  const shown = order?.part("dl");
  expect(shown?.text).toContain("月額550円（税込）");
  await open("/settings/payments");
  expect(browser.page.html).toContain(shown?.html);
  await walk(toCancel);
  expect(browser.main.text).toContain("キャンセル完了");
  expect(toCancel.length).toBeLessThanOrEqual(toJoin.length);
});

/** The console's page with the only payment of this member. */
async function openPayment(payer: { id: string; client: Client }): Promise<PlainBrowser> {
  const browser = new PlainBrowser(payer.client);
  await browser.open(`/admin/users/${payer.id}`);
  await browser.page.follow("お支払いと返金の手続き");
  expect(heading(browser)).toBe("お支払い");
  return browser;
}
const paymentIn = (browser: PlainBrowser) => {
  const row = browser.page.part("table", { name: "お支払い" }).parts("row").at(-1);
  if (!row) throw new Error("no payment");
  return row;
};

test("a payment is refunded in part, then in full; what is wrong is said and kept", async () => {
  const browser = await openPayment(await newPayer({ isOperator: true }));
  const refund = async (amount: string, reason: string) => {
    await paymentIn(browser).press(/を返金$/);
    browser.dialog.fill("返金する金額（円）", amount);
    browser.dialog.fill("理由", reason);
    await browser.dialog.press("返金する");
  };
  expect(paymentIn(browser).text).toContain("550円");
  await refund("551", "障害のおわび");
  expect(browser.dialog.text).toContain("返金できるのは、残りの550円までです");
  expect(browser.dialog.value("理由")).toBe("障害のおわび");
  browser.dialog.fill("返金する金額（円）", "100");
  await browser.dialog.press("返金する");
  expect(browser.main.part("status").text).toContain("返金しました");
  expect(paymentIn(browser).text).toContain("一部を返金");
  await refund("450", "残りも");
  expect(paymentIn(browser).text).toContain("返金済み");
  expect(paymentIn(browser).hasButton(/./)).toBe(false);
  await browser.page.follow("返金");
  const refunds = browser.page.part("table", { name: "返金" }).text;
  for (const reason of ["残りも", "障害のおわび"]) expect(refunds).toContain(reason);
  await browser.page.follow("月ごと");
  expect(browser.main.text).toContain("月末の見込み");
});

test("a disputed payment leads to its date, to Stripe's page and, later, to its end", async () => {
  const payer = await newPayer({ isOperator: true });
  const { id } = stripe.dispute([...stripe.account.charges.keys()].at(-1) ?? "");
  await stripe.webhooksSettled();
  const browser = await openPayment(payer);
  await paymentIn(browser).follow("カード会社への異議");
  const disputes = () => browser.page.part("table", { name: "カード会社への異議" });
  for (const words of ["証拠が必要", "あと9日"]) expect(disputes().text).toContain(words);
  expect(disputes().href(/Stripeで開く/)).toBe(`https://dashboard.stripe.com/test/disputes/${id}`);
  await browser.open("/admin");
  await browser.page.follow(/証拠が必要な、カード会社への異議/);
  expect(disputes().text).toContain("身に覚えがない");
  stripe.closeDispute(id, "lost");
  await stripe.webhooksSettled();
  await browser.reload();
  expect(browser.main.text).toContain("カード会社への異議はありません");
  await browser.page.follow("異議");
  expect(disputes().text).toContain("負けた");
});
