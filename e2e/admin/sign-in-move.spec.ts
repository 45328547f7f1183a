import { eq } from "drizzle-orm";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
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
  return { old, fresh, full, session: await startSession({ userId: old.id, deviceInfo: "" }) };
}

/** The email with the link has left the database already. */
const setToken = (userId: string) =>
  write((tx) =>
    tx
      .update(signInMoves)
      .set({ cancelHash: hashToken(`token-${userId}`) })
      .where(eq(signInMoves.userId, userId)),
  );

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a lost sign-in: an operator begins the move, its owner cancels by the link or in the settings", async ({
    page,
    context,
    server,
    withSiteDatabase,
  }) => {
    const { old, fresh, full, session } = await withSiteDatabase(addPair);
    const begin = async (newAccount: string) => {
      await page.getByRole("button", { name: "別のログインへ移す" }).click();
      const dialog = page.getByRole("dialog").filter({ visible: true });
      await dialog.getByLabel("新しいアカウントのID").fill(newAccount);
      await dialog.getByLabel("ご本人だと確かめたこと").fill("最初の投稿の題名");
      await dialog.getByRole("button", { name: "手続きを始める" }).click();
    };
    await page.goto(`/admin/users/${old.id}`);
    await begin(full.id);
    // Refused, with what was typed.
    const refused = page.getByRole("dialog").filter({ visible: true });
    await expect(refused.getByText("新しいアカウントに音声があります").first()).toBeVisible();
    await expect(refused.getByLabel("ご本人だと確かめたこと")).toHaveValue("最初の投稿の題名");
    await expectNarrow(page, "a refused move of a sign-in", [375]);
    await refused.getByLabel("新しいアカウントのID").fill(`@${fresh.customUserId}`);
    await refused.getByRole("button", { name: "手続きを始める" }).click();
    await expect(page.getByText("移し替えを始めました")).toBeVisible();
    await expect(page.getByText("のログインへ移す手続きの途中です")).toBeVisible();
    await expectNarrow(page, "a member whose sign-in is being moved", [375]);
    await page.goto("/admin/members");
    await page.getByRole("list").getByRole("link", { name: old.name }).first().click();
    await page.getByRole("button", { name: "取りやめる" }).click();
    const question = page.getByRole("dialog").filter({ visible: true });
    await question.getByLabel("理由").fill("ご本人ではありませんでした");
    await question.getByRole("button", { name: "取りやめる" }).click();
    await expect(page.getByText("移し替えを取りやめました").first()).toBeVisible();

    // Again, and the old address's owner is another one.
    await begin(fresh.id);
    await expect(page.getByText("移し替えを始めました")).toBeVisible();
    // The email has left the database already.
    const token = `token-${old.id}`;
    await withSiteDatabase(() =>
      write((tx) =>
        tx
          .update(signInMoves)
          .set({ cancelHash: hashToken(token) })
          .where(eq(signInMoves.userId, old.id)),
      ),
    );
    const link = `/sign-in/move?key=${token}`;
    await page.goto(link);
    await expect(page.getByText(`アカウント「${old.name}」`)).toBeVisible();
    await expectNarrow(page, "the page that cancels a move", [375]);
    await page.getByRole("button", { name: "移し替えを取りやめる" }).click();
    await expect(page.getByText("ログインの移し替えを取りやめました")).toBeVisible();
    await page.goto(link);
    await expect(page.getByText("すでに終わっているか、取りやめになっています")).toBeVisible();

    // And by a device that is still signed in.
    await page.goto(`/admin/users/${old.id}`);
    await begin(fresh.id);
    await expect(page.getByText("移し替えを始めました")).toBeVisible();
    await context.addCookies([{ name: "mugen_session", value: session, url: server.origin }]);
    await page.goto("/notifications");
    await page.getByText("このアカウントを別のログインへ移す手続きが始まりました").first().click();
    await expect(page).toHaveURL(/\/settings$/);
    await page.getByRole("button", { name: "取りやめる" }).click();
    await expect(page.getByText("ログインの移し替えを取りやめました")).toBeVisible();
    await expect(page.getByRole("button", { name: "取りやめる" })).toHaveCount(0);
  });
});

test("the pages of a move are accessible", async ({ page, withSiteDatabase }) => {
  const { old, fresh } = await withSiteDatabase(addPair);
  await page.goto(`/admin/users/${old.id}`);
  await page.getByRole("button", { name: "別のログインへ移す" }).click();
  await page.getByLabel("新しいアカウントのID").fill(fresh.id);
  await page.getByLabel("ご本人だと確かめたこと").fill("最初の投稿の題名");
  await expectAccessible(page, "the question before a move");
  await page.getByRole("button", { name: "手続きを始める" }).click();
  await expect(page.getByText("移し替えを始めました")).toBeVisible();
  await expectAccessible(page, "a member whose sign-in is being moved");
  await withSiteDatabase(() => setToken(old.id));
  await page.goto(`/sign-in/move?key=token-${old.id}`);
  await expectAccessible(page, "the page that cancels a move");
});
