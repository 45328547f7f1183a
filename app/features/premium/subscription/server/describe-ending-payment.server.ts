import { premiumTerms } from "../../premium.ts";
import { hasSubscription } from "../membership.ts";
import { viewMembership } from "./view-membership.server.ts";

/** The payment that ends with a member's account, by its amount and date; null for who pays nothing. */
export async function describeEndingPayment(options: { userId: string; now?: Date }): Promise<string | null> {
  const membership = await viewMembership(options);
  if (!hasSubscription(membership)) return null;
  const { kind, nextPaymentAt, paidUntil } = membership;
  const price = `プレミアムの月額${premiumTerms.price}円のお支払い`;
  if (nextPaymentAt) return `${price}（次回は${nextPaymentAt}）`;
  if (kind === "canceling") return `${paidUntil}までのプレミアム（このあとのお支払いはありません）`;
  return price;
}
