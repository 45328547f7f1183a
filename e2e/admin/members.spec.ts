import { eq } from "drizzle-orm";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

async function addBranch() {
  const tag = crypto.randomUUID().slice(0, 8);
  const root = await addMember({ name: `根元${tag}`, customUserId: `root_${tag}` });
  const child = await addMember({ name: `招待${tag}`, state: "pending" });
  await write((tx) =>
    tx.update(users).set({ invitedById: root.id }).where(eq(users.id, child.id)).returning({ id: users.id }),
  );
  await startSession({ userId: root.id, deviceInfo: "Firefox/1 Android" });
  return { root, child, tag };
}

test("a stolen account is found, ended, denied with its branch and let in again", async ({
  page,
  withSiteDatabase,
}) => {
  const { root, child, tag } = await withSiteDatabase(addBranch);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin/members");
  const icon = page.getByRole("button", { name: `${root.name}を停止` }).locator(".icon");
  expect((await icon.boundingBox())?.width, "a row's buttons show their icons").toBeGreaterThan(12);
  await expectAccessible(page, "members in the console");
  // The operator is on the way.
  await page.setViewportSize({ width: 375, height: 812 });
  const list = await page.getByRole("table", { name: "会員の一覧" }).boundingBox();
  expect(list?.y, "the list begins well within the first screen").toBeLessThan(480);
  await page.getByText("絞り込み・並べ替え").click();
  await page.getByRole("link", { name: "承認待ち" }).click();
  await expect(page).toHaveURL(/state=pending/);
  await expect(page.locator("summary", { hasText: "絞り込み・並べ替え" })).toContainText("承認待ち");
  await page.getByRole("searchbox", { name: "会員を検索" }).fill(root.email);
  await page.getByRole("button", { name: "検索" }).click();
  await expect(page.getByText("メールアドレスで見つかった会員：1人")).toBeVisible();
  // It is none that an address of the list names: "all that match" would be everybody.
  await expect(page.getByLabel(/いまの条件に合う/)).toHaveCount(0);
  expect(page.url()).not.toContain("@");
  expect(page.url()).not.toContain("%40");
  await page.getByRole("searchbox", { name: "会員を検索" }).fill(tag);
  await page.getByRole("button", { name: "検索" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${tag}`));
  await expect(page.getByRole("row")).toHaveCount(3);

  await page.getByRole("button", { name: `有効：${root.name}の招待権限を無効にする` }).click();
  await page.getByRole("button", { name: "無効にする", exact: true }).filter({ visible: true }).click();
  await expect(page.getByText("招待権限を更新しました")).toBeVisible();
  await expect(page.getByRole("button", { name: `無効：${root.name}の招待権限を有効にする` })).toBeVisible();
  await page.getByRole("button", { name: `${root.name}のプレミアムを編集` }).click();
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("プレミアム会員ステータスを更新しました")).toBeVisible();

  await page.getByRole("link", { name: root.name }).click();
  await expect(page.getByRole("heading", { name: root.name })).toBeVisible();
  await expectAccessible(page, "a member in the console");
  await page.getByRole("link", { name: "端末", exact: true }).click();
  await page.getByRole("button", { name: "すべてログアウト" }).click();
  await page.getByRole("button", { name: "ログアウトさせる" }).click();
  await expect(page.getByText("ログイン中の端末はありません")).toBeVisible();

  await page.getByRole("link", { name: "招待", exact: true }).click();
  await page.getByRole("button", { name: "系列ごと拒否" }).click();
  await page.getByRole("button", { name: "2件を拒否する" }).click();
  await expect(
    page.getByText("理由を入力するか、「本人に知らせない」を選んでください").first(),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "理由" }).fill("乗っ取りのおそれがあります");
  await page.getByRole("button", { name: "2件を拒否する" }).click();
  await expect(page.getByText("系列を拒否しました")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: child.name })).toContainText("拒否");
  await page.getByRole("button", { name: "系列ごと承認し直す" }).click();
  await page.getByRole("button", { name: "承認し直す", exact: true }).click();
  await expect(page.getByText("系列を承認し直しました")).toBeVisible();
  await page.getByRole("link", { name: "概要" }).click();
  await expect(page.getByText("招待の系列の拒否")).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("row").first()).toBeAttached();
  await expectNarrow(page, "registered users in the console", [375]);
});

test("a change that could not be sent says which one it was", { tag: "@release" }, async ({
  page,
  withSiteDatabase,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { root, tag } = await withSiteDatabase(addBranch);
  await page.goto(`/admin/members?q=${tag}`);
  const isPost = (request: { method(): string }) => request.method() === "POST";
  await page.route("**/admin/members*", (route) =>
    isPost(route.request()) ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: `有効：${root.name}の招待権限を無効にする` }).click();
  const question = page.getByRole("dialog").filter({ visible: true });
  await expect(question).toBeFocused();
  await page.getByRole("button", { name: "無効にする", exact: true }).filter({ visible: true }).click();
  const failure = page.getByRole("alert").filter({ hasText: "通信できませんでした" });
  await expect(failure).toContainText("招待権限の更新に失敗しました");
  await expect(question.getByRole("button", { name: "無効にする" })).toBeFocused();
  await page.getByRole("dialog").getByRole("link", { name: "キャンセル" }).click();
  await page.getByRole("button", { name: `${root.name}のプレミアムを編集` }).click();
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(failure).toContainText("プレミアム会員ステータスの更新に失敗しました");
  await page.getByRole("dialog").getByRole("link", { name: "キャンセル" }).click();
});
