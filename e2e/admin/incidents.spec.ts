import type { Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { expect, test } from "./admin-site.ts";

const phone = { viewport: { width: 375, height: 812 }, locale: "ja-JP" };
test.use(phone);

const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

test("a hateful track at night: a visitor reports a line, an operator takes it down, its author reads why", {
  tag: "@release",
}, async ({ page, browser, server, withSiteDatabase }) => {
  const title = `夜の言葉 ${crypto.randomUUID().slice(0, 8)}`;
  const { trackId, session } = await withSiteDatabase(async () => {
    const author = await addMember();
    const id = await addTrack({ userId: author.id, title });
    return { trackId: id, session: await startSession({ userId: author.id, deviceInfo: "" }) };
  });
  const [visitor, member] = await Promise.all(
    [0, 1].map(() => browser.newContext({ baseURL: server.origin, ...phone })),
  );
  if (!visitor || !member) throw new Error("no browsers");
  const reporter = await visitor.newPage();
  await reporter.goto(`/track/${trackId}/report`);
  await reporter.getByLabel(/^暴力的・差別的/).check();
  await reporter.getByLabel("気になった部分").selectOption({ index: 1 });
  await reporter.getByRole("button", { name: "報告する" }).click();
  await expect(reporter.getByText(/報告を受け付けました|ご報告/).first()).toBeVisible();

  await page.goto("/admin");
  await page.getByRole("link", { name: /未対応の報告/ }).click();
  const card = page.getByRole("article").filter({ hasText: title });
  await expect(card.locator("mark").first()).toHaveText("こんばんは。");
  await expect(card.locator("audio")).toHaveCount(1);
  await card.getByRole("button", { name: /^公開停止にして閉じる/ }).click();
  await dialog(page).getByLabel("理由").first().fill("差別にあたる言葉があるためです。");
  await dialog(page).getByRole("button", { name: "公開停止にする" }).click();
  await expect(card).toHaveCount(0);

  expect((await reporter.goto(`/track/${trackId}`))?.status()).toBe(404);
  await member.addCookies([{ name: "mugen_session", value: session, url: server.origin }]);
  const author = await member.newPage();
  await author.goto(`/track/${trackId}`);
  await expect(author.getByText("差別にあたる言葉があるためです。").first()).toBeVisible();
  await Promise.all([visitor.close(), member.close()]);
});

test("a wrong grant is taken back in the same form, and the log has both with who did them", {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  const { id, name } = await withSiteDatabase(() => addMember({ name: `間違い${Date.now()}` }));
  const change = async (kind: string) => {
    await page.goto(`/admin/users/${id}`);
    await page.getByRole("button", { name: `${name}のプレミアムを編集` }).click();
    await dialog(page).getByLabel("会員の種類").selectOption(kind);
    await dialog(page).getByRole("button", { name: "変更する" }).click();
    await expect(page.getByText("プレミアム会員ステータスを更新しました")).toBeVisible();
  };
  await change("プレミアム");
  await expect(page.getByText("プレミアム", { exact: true }).first()).toBeVisible();
  await change("無料");
  await page.goto(`/admin/log?user=${id}`);
  const rows = page.getByRole("listitem").or(page.getByRole("row")).filter({ hasText: "プレミアム" });
  await expect(rows.filter({ hasText: "admin" })).toHaveCount(2);
});

test("an operator is invited by name, acts under it, is refused what a 見回り may not do, and leaves", {
  tag: "@release",
}, async ({ page, browser, server, withSiteDatabase }) => {
  const name = `夜番${crypto.randomUUID().slice(0, 8)}`;
  const title = `見回りの話 ${name}`;
  const trackId = await withSiteDatabase(async () => addTrack({ userId: (await addMember()).id, title }));
  await page.goto("/admin/operators");
  await page.getByLabel("名前").fill(name);
  await page.getByRole("button", { name: "リンクを作る" }).filter({ visible: true }).last().click();
  const link = await page.getByRole("textbox", { name: `${name}さんのリンク` }).inputValue();

  const context = await browser.newContext({ baseURL: server.origin, ...phone });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByLabel("新しいパスワード").fill("北斗七星のよく見える丘で");
  await theirs.getByRole("button", { name: "設定してログイン" }).click();
  await expect(theirs.getByRole("heading", { name: "前に見てから", level: 1 })).toBeVisible();
  expect((await theirs.goto("/admin/money"))?.status()).toBe(403);
  await theirs.goto(`/admin/tracks/${trackId}`);
  await expect(theirs.getByRole("button", { name: "削除" })).toHaveCount(0);
  await theirs.getByRole("button", { name: `「${title}」の公開を停止する` }).click();
  await dialog(theirs).getByLabel("理由").first().fill("試しに止めます。");
  await dialog(theirs).getByRole("button", { name: "停止する" }).click();
  await expect(theirs.getByText("公開停止中").first()).toBeVisible();

  await page.goto("/admin/operators");
  await page.getByRole("button", { name: `${name}を停止する` }).click();
  await dialog(page).getByRole("button", { name: "停止する" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("停止");
  await theirs.goto("/admin/review");
  await expect(theirs.getByLabel("パスワード", { exact: true })).toBeVisible();
  await page.goto("/admin/log");
  await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
  await context.close();
});
