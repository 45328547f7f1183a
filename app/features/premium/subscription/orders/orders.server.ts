import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { type Db, primary } from "#db/client.ts";
import { orders, type purchases } from "#db/schema/index.ts";
import { hashOfScreen, readScreen } from "./order-screen.server.ts";

/** Stores the screen of a purchase that Stripe says is one, in the transaction that ends the purchase. */
export async function insertOrder(
  tx: Db,
  purchase: typeof purchases.$inferSelect,
  { subscriptionId, now }: { subscriptionId: string; now: Date },
): Promise<void> {
  const { userId, method, screen, clickedAt, isScreenShown: isShown } = purchase;
  // A purchase that was begun by a version without copies.
  if (screen === null || clickedAt === null) return;
  const hash = hashOfScreen(screen);
  await tx.insert(orders).values({
    id: randomUUID(),
    userId,
    subscriptionId,
    method,
    screen,
    hash,
    isShown,
    clickedAt,
    orderedAt: now,
  });
}

/** An order and the screen that it was made on. Times are formatted, in Asia/Tokyo. */
export type OrderCopy = Awaited<ReturnType<typeof listOrders>>[number];

/** The newest first. */
export async function listOrders(options: { userId: string }) {
  const rows = await primary
    .select()
    .from(orders)
    .where(eq(orders.userId, options.userId))
    .orderBy(desc(orders.orderedAt), desc(orders.id));
  return rows.map(({ id, method, isShown, hash, screen, clickedAt, orderedAt }) => ({
    id,
    method,
    /** False for an order by a program, which saw no screen. */
    isShown,
    hash,
    screen: readScreen(screen),
    clickedAt: formatDateTime(clickedAt),
    orderedAt: formatDateTime(orderedAt),
  }));
}
