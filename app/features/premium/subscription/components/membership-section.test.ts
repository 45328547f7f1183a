import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { grantPremium } from "../../server/grant-premium.server.ts";
import type { MembershipView } from "../membership.ts";
import { viewMembership } from "../server/find-membership.server.ts";
import { CancelScreen } from "./cancel-screen.tsx";
import { MembershipSection } from "./membership-section.tsx";

withDatabase();

const shown: { membership?: MembershipView; isCancelScreen?: boolean } = {};
const unasked = { openPayment: null, mayPayHere: false, wantsPayment: false, formResult: undefined };
const Shown = () =>
  shown.membership &&
  (shown.isCancelScreen
    ? createElement(CancelScreen, { membership: shown.membership, step: "offer", ...unasked })
    : createElement(MembershipSection, { membership: shown.membership, action: "/settings" }));

/** The section as a member with a grant of so many days sees it. */
async function sectionOf(days: number, root: { isPremiumSold: boolean }): Promise<string> {
  const { id: userId } = await addMember();
  await grantPremium({ actor, userId, days });
  return sectionOfMembership(await viewMembership({ userId }), root);
}

function sectionOfMembership(
  membership: MembershipView,
  root: { isPremiumSold: boolean },
  isCancelScreen = false,
): string {
  Object.assign(shown, { membership, isCancelScreen });
  const page = createRoutesStub([{ id: "root", path: "/", Component: Shown, loader: () => root }]);
  return renderToString(createElement(page, { hydrationData: { loaderData: { root } } }));
}

test("a grant in its last week leads to the page where premium goes on, where it is sold", async () => {
  const link = 'href="/premium"';
  expect(await sectionOf(6, { isPremiumSold: true })).toContain(link);
  expect(await sectionOf(8, { isPremiumSold: true })).not.toContain(link);
  expect(await sectionOf(6, { isPremiumSold: false })).not.toMatch(/\/premium|お申し込み/);
});

test("while a renewal or the end of a contract is awaited, no day of a payment is named", async () => {
  const { id: userId } = await addMember();
  const unpaid = { ...(await viewMembership({ userId })), hasCustomer: true };
  const root = { isPremiumSold: true };
  const ending = sectionOfMembership({ ...unpaid, kind: "ending" }, root);
  expect(ending).toContain("契約を終えるところです");
  expect(ending).not.toMatch(/null|解約する|解約・一時停止/);
  const cancelled = sectionOfMembership({ ...unpaid, kind: "canceling" }, root);
  expect(cancelled).toContain("これからのお支払いはありません。");
  expect(cancelled).not.toContain("null");
  const renewing = sectionOfMembership({ ...unpaid, kind: "active", paidUntil: "2027年1月3日" }, root);
  expect(renewing).toContain("更新のお支払いを処理しています。");
});

test("while a contract ends, its page offers no cancellation, says what comes, and neither hides a grant", async () => {
  const { id: userId } = await addMember();
  const root = { isPremiumSold: true };
  const ending = { ...(await viewMembership({ userId })), kind: "ending" as const, hasCustomer: true };
  const page = sectionOfMembership(ending, root, true);
  expect(page).toContain("もう一度お申し込みいただけます");
  expect(page).not.toMatch(/解約|付与/);
  const granted = { ...ending, grantedUntil: "2027年1月2日" };
  const goesOn = "運営から付与されたプレミアムは、2027年1月2日まで料金なしで";
  for (const isCancelScreen of [false, true])
    expect(sectionOfMembership(granted, root, isCancelScreen)).toContain(goesOn);
  // Said once by the plan itself.
  expect(sectionOfMembership({ ...granted, kind: "granted" }, root)).not.toContain(goesOn);
  expect(sectionOfMembership({ ...granted, kind: "active" }, root, true)).toContain("解約ができます");
});
