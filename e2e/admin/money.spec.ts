import { write } from "#db/client.ts";
import { disputes, receipts } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const dayMs = 24 * 60 * 60 * 1000;
const name = "長い名前の会員さんでもここは崩れないはずの名前";

/** One of each of Stripe's states. */
async function addDisputes(): Promise<void> {
  const { id: userId } = await addMember({ name });
  const now = Date.now();
  const states = [
    ...["needs_response", "warning_needs_response", "appeal_needs_response", "under_review"],
    ...["warning_under_review", "appeal_under_review", "won", "lost", "warning_closed", "prevented"],
  ];
  for (const [index, status] of states.entries()) {
    const receiptId = `in_${userId}_${index}`;
    await write(async (tx) => {
      await tx.insert(receipts).values({
        id: receiptId,
        userId,
        number: `MUGEN-2026-000${index}`,
        amount: 550,
        taxRate: 10,
        periodStart: new Date(now - 30 * dayMs),
        periodEnd: new Date(now),
        paidAt: new Date(now - 30 * dayMs),
        recipient: name,
      });
      await tx.insert(disputes).values({
        id: `dp_${userId}_${index}`,
        // The last one's member has left.
        userId: index < states.length - 1 ? userId : null,
        receiptId,
        amount: 550,
        reason: "fraudulent",
        status,
        evidenceDueAt: new Date(now + (index + 1) * dayMs),
        createdAt: new Date(now - index * dayMs),
        closedAt: index < 6 ? null : new Date(now),
      });
    });
  }
}

test("disputes in every state can be read on a phone and on a wide page, light and dark", {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  await withSiteDatabase(addDisputes);
  await page.goto("/admin/money?view=disputes");
  await expect(page.getByText("照会に返事が必要")).toBeVisible();
  await expectAccessible(page, "disputes");
  await page.setViewportSize({ width: 1280, height: 800 });
  const table = page.getByRole("table");
  const [whole, visible] = await table.evaluate((one) => [
    one.scrollWidth,
    one.parentElement?.clientWidth ?? 0,
  ]);
  expect(whole).toBeLessThanOrEqual(visible ?? 0);
  // Beside the other columns it was as narrow as one character.
  const member = await page.getByRole("link", { name }).first().boundingBox();
  expect(member?.width).toBeGreaterThan(100);
});
