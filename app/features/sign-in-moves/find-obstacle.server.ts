import { eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { accountStateLabels } from "#app/features/accounts/account.ts";
import type { Db } from "#db/client.ts";
import {
  orders,
  payments,
  playlists,
  purchases,
  receipts,
  series,
  subscriptions,
  tracks,
  users,
} from "#db/schema/index.ts";

type Account = typeof users.$inferSelect;

/** What would be lost with the new account, in the order of telling. */
const holdings: [what: string, table: PgTable, owner: PgColumn][] = [
  ["音声", tracks, tracks.userId],
  ["プレイリスト", playlists, playlists.userId],
  ["シリーズ", series, series.userId],
  ["契約", subscriptions, subscriptions.userId],
  ["お支払いの記録", payments, payments.userId],
  ["お支払いの途中の記録", purchases, purchases.userId],
  ["お申し込みの控え", orders, orders.userId],
  ["領収書", receipts, receipts.userId],
  ["招待した会員", users, users.invitedById],
];

/** Why `account` can't get the sign-in of `newcomer`, for operators and both of them; null when nothing is in the way. */
export async function findObstacle(
  tx: Db,
  { account, newcomer }: { account: Account; newcomer: Account },
): Promise<string | null> {
  if (account.state !== "approved" && account.state !== "suspended")
    return `移せるのは、承認済みか停止中の会員のログインです。今の状態は「${accountStateLabels[account.state]}」です。`;
  if (newcomer.provider === "system") return "公式アカウントのログインは使えません";
  if (newcomer.state !== "approved" && newcomer.state !== "pending")
    return `新しいアカウントの状態が「${accountStateLabels[newcomer.state]}」です。`;
  if (newcomer.stripeCustomerId !== null || newcomer.premiumGrantedDays > 0)
    return notEmpty("お支払いかプレミアムの記録");
  for (const [what, table, owner] of holdings) {
    const found = await tx.select({ one: sql`1` }).from(table).where(eq(owner, newcomer.id)).limit(1);
    if (found.length > 0) return notEmpty(what);
  }
  return null;
}

const notEmpty = (what: string) =>
  `新しいアカウントに${what}があります。移せるのは、空のアカウントのログインだけです。`;
