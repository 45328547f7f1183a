import { adminPassword } from "#test/admin-password.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTrack } from "#test/tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const minuteMs = 60_000;

test("a wave of spam is taken down in a few clicks, restored, and deleted with the password", {
  tag: "@release",
}, async ({ page, server, withSiteDatabase }) => {
  const author = await withSiteDatabase(async () => {
    const member = await addMember({ name: "迷惑な投稿者", customUserId: `spam-${Date.now()}` });
    await addSoundingTracks({ dataDir: server.dataDir, userId: member.id, titles: ["宣伝の音"], seconds: 2 });
    for (let n = 1; n < 30; n++) await addTrack({ userId: member.id, title: `宣伝 ${n}` });
    return member;
  });
  await page.goto("/admin/tracks");
  const pages = page.getByRole("navigation", { name: "音声", exact: true }).getByRole("link");
  await expect(pages).toHaveText(["ファイル一覧", "アップロード", "AI生成"]);
  await page.getByRole("searchbox", { name: "検索" }).fill(`@${author.customUserId}`);
  await page.getByRole("button", { name: "検索" }).click();
  await expect(page.getByText("1〜10件 / 全30件")).toBeVisible();
  await page.getByRole("link", { name: "3ページ目" }).click();
  await expect(page.getByText("21〜30件 / 全30件")).toBeVisible();

  await expectAccessible(page, "the list of tracks");

  await page.getByRole("checkbox", { name: "すべて選択" }).check();
  await page.getByRole("button", { name: "公開停止", exact: true }).first().click();
  const question = page.getByRole("dialog", { name: "選んだ音声の公開を停止しますか？" });
  await question.getByLabel(/30件すべて/).check();
  await question.getByRole("button", { name: "停止する" }).click();
  // Neither a reason nor the choice to give none.
  await expect(question.getByText("理由を入力するか", { exact: false }).first()).toBeVisible();
  await question.getByLabel("投稿した方に送る理由").fill("宣伝のため");
  await question.getByRole("button", { name: "停止する" }).click();
  await expect(page.getByText("公開停止が終わりました")).toBeVisible();
  await expect(page.getByText("30件を変更しました。")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "公開停止中" })).toHaveCount(10);

  await page.getByLabel("状態").selectOption("withheld");
  await page.getByRole("button", { name: "検索" }).click();
  await expect(page.getByText("1〜10件 / 全30件")).toBeVisible();
  await page.getByRole("checkbox", { name: "「宣伝 29」を選択" }).check();
  await page.getByRole("button", { name: "停止を解除", exact: true }).first().click();
  await page
    .getByRole("dialog", { name: "選んだ音声の公開停止を解除しますか？" })
    .getByRole("button", { name: "解除する" })
    .click();
  await expect(page.getByText("1〜10件 / 全29件")).toBeVisible();

  await page.getByRole("checkbox", { name: "すべて選択" }).check();
  await page.getByRole("button", { name: "削除", exact: true }).first().click();
  const deletion = page.getByRole("dialog", { name: "選んだ音声を削除しますか？この操作は取り消せません。" });
  await deletion.getByLabel(/29件すべて/).check();
  await deletion.getByLabel("理由を送らない").check();
  await deletion.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("条件に合う音声が見つかりません")).toBeVisible();
  await expect(page.getByText("29件を変更しました。")).toBeVisible();
});

test("a track that can't be deleted, and files that can't be compared, say so", { tag: "@release" }, async ({
  page,
  withSiteDatabase,
}) => {
  const title = `消せない音 ${Date.now()}`;
  const id = await withSiteDatabase(async () => addTrack({ userId: (await addMember()).id, title }));
  await page.goto(`/admin/tracks/${id}`);
  await page.route("**/admin/tracks/*.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: `「${title}」を削除する` }).click();
  const deletion = page.getByRole("dialog", { name: "この音声を削除しますか？この操作は取り消せません。" });
  await deletion.getByLabel("理由を送らない").check();
  await deletion.getByRole("button", { name: "削除する" }).click();
  await expect(deletion.getByText("エラー", { exact: true })).toBeVisible();
  await expect(deletion.getByText("音声の削除に失敗しました", { exact: true })).toBeVisible();
  await deletion.getByRole("link", { name: "キャンセル" }).click();
  await page.getByRole("button", { name: "ファイルを確認" }).click();
  const check = page.getByRole("dialog", { name: "この音声のファイルを確認しますか？" });
  await check.getByRole("button", { name: "確認する" }).click();
  await expect(check.getByText("同期に失敗しました", { exact: true })).toBeVisible();
  await expect(check.getByText(/通信できませんでした/)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, passwordAgeMs: 60 * minuteMs });

  test("a track is found, heard, taken down with a reason, restored and deleted", async ({
    page,
    server,
    withSiteDatabase,
  }) => {
    const title = `ひとつの音 ${Date.now()}`;
    const id = await withSiteDatabase(async () => {
      const { id: userId } = await addMember({ name: "夜野 かなで" });
      const [trackId = 0] = await addSoundingTracks({
        dataDir: server.dataDir,
        userId,
        titles: [title],
        seconds: 2,
      });
      return trackId;
    });
    await page.goto(`/admin/tracks?q=%23${id}`);
    await expect(page.getByText("1〜1件 / 全1件")).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    const sound = await page.request.get(`/api/admin/tracks/${id}/audio`);
    expect(sound.headers()["content-type"]).toBe("audio/mpeg");

    await page.getByRole("button", { name: `「${title}」の公開を停止する` }).click();
    await page.getByRole("button", { name: "停止する", exact: true }).click();
    await expect(page.getByText("理由を入力するか", { exact: false }).first()).toBeVisible();
    await page.getByLabel("投稿した方に送る理由").first().fill("確認のため");
    await page.getByRole("button", { name: "停止する", exact: true }).click();
    await expect(page.getByText("音声の公開を停止しました")).toBeVisible();
    await expect(page.getByText("投稿した方に送られた理由：確認のため")).toBeVisible();
    expect((await page.request.get(`/track/${id}`)).status()).toBe(404);

    await page.getByRole("button", { name: `「${title}」の公開停止を解除する` }).click();
    await page.getByRole("button", { name: "解除する", exact: true }).first().click();
    await expect(page.getByText("音声の公開停止を解除しました")).toBeVisible();
    expect((await page.request.get(`/track/${id}`)).status()).toBe(200);

    // Every deletion needs the password, which was typed an hour ago.
    await page.goto(`/admin/tracks?q=%23${id}`);
    await page.getByRole("checkbox", { name: `「${title}」を選択` }).check();
    await page.getByRole("button", { name: "削除", exact: true }).first().click();
    const deletion = page.getByRole("dialog", {
      name: "選んだ音声を削除しますか？この操作は取り消せません。",
    });
    await deletion.getByLabel("理由を送らない").check();
    await deletion.getByRole("button", { name: "削除する" }).click();
    await expect(page.getByText("パスワードを入力してください").first()).toBeVisible();
    expect((await page.request.get(`/track/${id}`)).status()).toBe(200);

    await page.goto(`/admin/tracks/${id}`);
    await page.getByRole("button", { name: `「${title}」を削除する` }).click();
    const one = page.getByRole("dialog", { name: "この音声を削除しますか？この操作は取り消せません。" });
    await one.getByLabel("理由を送らない").check();
    await one.getByRole("button", { name: "削除する" }).click();
    await expect(one.getByText("パスワードを入力してください").first()).toBeVisible();
    await one.getByLabel("パスワード").fill(adminPassword);
    await one.getByRole("button", { name: "削除する" }).click();
    await expect(page.getByText("音声が削除されました")).toBeVisible();
    expect((await page.request.get(`/admin/tracks/${id}`)).status()).toBe(404);
  });
});
