import { eq } from "drizzle-orm";
import { hashToken } from "#app/lib/secret-token.ts";
import { write } from "#db/client.ts";
import { signInMoves } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

test.use({ viewport: { width: 375, height: 812 } });

/** A member with a track, and the account that they made after losing their sign-in. */
async function addPair() {
  const tag = crypto.randomUUID().slice(0, 8);
  const old = await addMember({ name: `前${tag}` });
  const fresh = await addMember({ name: `新${tag}`, customUserId: `new_${tag}` });
  const full = await addMember({ name: `別${tag}` });
  await addTrack({ userId: full.id });
  return { old, fresh, full };
}

/** The email with the link has left the database already. */
const setToken = (userId: string) =>
  write((tx) =>
    tx
      .update(signInMoves)
      .set({ cancelHash: hashToken(`token-${userId}`) })
      .where(eq(signInMoves.userId, userId)),
  );

test("the pages of a move are accessible", { tag: "@release" }, async ({ page, withSiteDatabase }) => {
  const { old, fresh, full } = await withSiteDatabase(addPair);
  await page.goto(`/admin/users/${old.id}`);
  await page.getByRole("button", { name: "別のログインへ移す" }).click();
  await page.getByLabel("新しいアカウントのID").fill(fresh.id);
  await page.getByLabel("ご本人だと確かめたこと").fill("最初の投稿の題名");
  await expectAccessible(page, "the question before a move");
  await page.getByLabel("新しいアカウントのID").fill(full.id);
  await page.getByRole("button", { name: "手続きを始める" }).click();
  await expect(page.getByText("新しいアカウントに音声があります").first()).toBeVisible();
  await expectNarrow(page, "a refused move of a sign-in", [375]);
  await page.getByLabel("新しいアカウントのID").fill(fresh.id);
  await page.getByRole("button", { name: "手続きを始める" }).click();
  await expect(page.getByText("移し替えを始めました")).toBeVisible();
  await expectAccessible(page, "a member whose sign-in is being moved");
  await withSiteDatabase(() => setToken(old.id));
  await page.goto(`/sign-in/move?key=token-${old.id}`);
  await expectAccessible(page, "the page that cancels a move");
});
