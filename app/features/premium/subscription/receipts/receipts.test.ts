import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { emails, receipts } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { includedTax } from "./receipt.ts";
import {
  chooseReceiptEmails,
  findReceipt,
  listReceipts,
  removeOldPaymentRecords,
  setRecipient,
} from "./receipts.server.ts";

const at = new Date("2027-01-15T03:00:00Z");
const { stripe, subscribe, receiveAll, chargesOf } = await startStripeForMembers({ at, seed: "receipts" });
withSettings({ OPERATOR_NAME: "株式会社よるのラジオ", OPERATOR_INVOICE_NUMBER: "T1234567890123" });
withDatabase();

let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember({ name: "夜野 かなで" });
});

const own = () => listReceipts({ userId: viewer.id });
const letters = () =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.to, viewer.email), eq(emails.template, "premium-receipt")));
const nextMonth = () => stripe.clock.advance(32 * 24 * 60 * 60 * 1000);

test("the tax in an amount is rounded down", () => {
  expect([550, 1, 11, 1000].map((amount) => includedTax(amount, 10))).toEqual([50, 0, 1, 90]);
});

test("each payment has a receipt with what a qualified invoice names, and one email, however often Stripe tells", async () => {
  const subscriptionId = await subscribe(viewer);
  await receiveAll();
  await applySubscription({ subscriptionId });
  const [receipt] = await own();
  expect(await own()).toEqual([
    {
      id: expect.stringMatching(/^in_/),
      number: expect.stringMatching(/-0001$/),
      amount: "550円",
      taxRate: 10,
      tax: "50円",
      period: "2027年1月15日〜2027年2月15日",
      paidAt: "2027年1月15日",
      supplier: "株式会社よるのラジオ",
      supplierAddress: null,
      registrationNumber: "T1234567890123",
      recipient: "夜野 かなで",
      canSetRecipient: true,
      refund: null,
    },
  ]);
  expect(await letters()).toMatchObject([
    {
      values: { number: receipt?.number, amount: "550円", tax: "50円", registrationNumber: "T1234567890123" },
    },
  ]);
  nextMonth();
  await receiveAll();
  expect((await own()).map(({ number }) => number.slice(-4))).toEqual(["0002", "0001"]);
  expect(await letters()).toHaveLength(2);
});

test("who wants no emails gets none, and has the receipt", async () => {
  await chooseReceiptEmails({ userId: viewer.id, isWanted: false });
  await subscribe(viewer);
  expect([await own(), await letters()]).toMatchObject([[{ amount: "550円" }], []]);
});

test("refunds are on the receipt, in parts and in full", async () => {
  const subscription = await subscribe(viewer);
  const [charge] = chargesOf(subscription);
  stripe.refund(charge?.id ?? "", 110);
  await receiveAll();
  expect(await own()).toMatchObject([{ refund: { amount: "110円", tax: "10円" } }]);
  stripe.refund(charge?.id ?? "");
  await receiveAll();
  expect(await own()).toMatchObject([{ amount: "550円", refund: { amount: "550円", tax: "50円" } }]);
  expect(await letters()).toHaveLength(1);
});

test("the recipient is changed once, and by nobody else", async () => {
  await subscribe(viewer);
  const id = (await own())[0]?.id ?? "";
  const stranger = await addMember();
  const change = (userId: string, recipient: string) => setRecipient({ userId, id, recipient });
  await expect(change(stranger.id, "よその会社")).rejects.toThrow(NotFound);
  await expect(findReceipt({ userId: stranger.id, id })).rejects.toThrow(NotFound);
  await change(viewer.id, "株式会社あさ");
  await expect(change(viewer.id, "株式会社ひる")).rejects.toThrow(Conflict);
  expect(await findReceipt({ userId: viewer.id, id })).toMatchObject({
    recipient: "株式会社あさ",
    canSetRecipient: false,
  });
});

test("receipts outlive the account without its id, and are removed when no law wants them", async () => {
  await subscribe(viewer);
  const id = (await own())[0]?.id ?? "";
  await deleteAccount({ viewer });
  const row = () => db.select().from(receipts).where(eq(receipts.id, id));
  await removeOldPaymentRecords(new Date("2035-04-14T03:00:00Z"));
  expect(await row()).toMatchObject([{ userId: null, amount: 550 }]);
  // The clock has gone on by a month meanwhile.
  await removeOldPaymentRecords(new Date("2035-07-01T03:00:00Z"));
  expect(await row()).toEqual([]);
});
