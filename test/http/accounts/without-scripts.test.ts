import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { db, write } from "#db/client.ts";
import { digestEmails, invitations, sessions, users } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let origin = "";
beforeAll(() => {
  ({ origin } = sharedServer());
});

const visitor = () => new PlainBrowser(new Client(origin));
const newAddress = () => `${randomUUID()}@example.com`;
const signedIn = (email = newAddress(), name?: string) => PlainBrowser.signedIn(origin, email, name);
/** What a page says about the form that led to it. */
const said = (browser: PlainBrowser) => browser.main.part("status").text;
const isSignedOut = async (browser: PlainBrowser) => {
  await browser.open("/settings");
  return browser.main.hasLink("ログインする");
};

/** Makes all sign-ins of a member two hours old. */
const ageSignIns = (email: string) =>
  write(async (tx) => {
    const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    await tx
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
      .where(eq(sessions.userId, member?.id ?? ""));
  });

test("all devices are logged out, which is said once", async () => {
  const email = newAddress();
  const [here, there] = [await signedIn(email), await signedIn(email)];
  await here.open("/settings");
  await here.page.press("すべての端末からログアウト");
  expect(here.address).toBe("/");
  expect(said(here)).toBe("すべての端末からログアウトしました");
  await here.reload();
  expect(here.main.parts("status")).toEqual([]);
  expect(await isSignedOut(there)).toBe(true);
});

test("an account is deleted after the word was typed", async () => {
  const email = newAddress();
  const [leaving, other] = [await signedIn(email), await signedIn(email)];
  await leaving.open("/settings");
  await leaving.page.press("アカウントを削除する");
  const word = "確認のため";
  leaving.page.fill(word, "さくじょ");
  await leaving.page.press("アカウントを完全に削除する");
  expect(leaving.page.value(word)).toBe("さくじょ");
  expect(leaving.page.fieldAttribute(word, "aria-invalid")).toBe("true");
  expect(leaving.page.part("alert").text).toContain("「削除」と入力してください");
  expect(leaving.page.focused).toMatch(new RegExp(`^${word}`));
  expect(leaving.title).toMatch(/^エラー：設定/);
  leaving.page.fill(word, "削除");
  await leaving.page.press("アカウントを完全に削除する");
  expect(leaving.page.part("h1").text).toContain("アカウントを削除しました");
  await leaving.reload();
  expect(leaving.main.hasLink("ログインする")).toBe(true);
  expect(await isSignedOut(other)).toBe(true);
});

test("after an hour one signs in again and comes back", async () => {
  const email = newAddress();
  const later = await signedIn(email);
  await ageSignIns(email);
  await later.open("/settings");
  const signInAgain = async (section: string) => {
    expect(later.page.part("h1").text).toBe("もう一度ログイン");
    later.page.fill("メールアドレス", email);
    await later.main.press("ログインする");
    expect(later.address).toBe(`/settings?resume=${section}#${section}`);
    expect(said(later)).toContain("ご本人を確認しました");
  };
  await later.page.follow("データをダウンロード");
  await signInAgain("export");
  await later.page.follow("データをダウンロード");
  expect([later.status, later.page.text.includes(email)]).toEqual([200, true]);

  await ageSignIns(email);
  await later.open("/settings");
  await later.page.press("すべての端末からログアウト");
  await signInAgain("sessions");

  await ageSignIns(email);
  await later.open("/settings");
  await later.page.press("アカウントを削除する");
  await later.page.follow("もう一度ログインする");
  later.page.fill("メールアドレス", "somebody@example.com");
  await later.main.press("ログインする");
  expect(later.page.text).toContain("ログイン中のアカウントのメールアドレスを入力してください");
  await signInAgain("deletion");
  later.page.fill("確認のため", "削除");
  await later.page.press("アカウントを完全に削除する");
  expect(later.page.part("h1").text).toContain("アカウントを削除しました");
});

test("the gate pages say what is the matter and lead on", async () => {
  const browser = visitor();
  for (const [path, heading, hasLogin] of [
    ["/closed-beta", "招待制のクローズドベータです", true],
    ["/pending-approval", "承認をお待ちください", true],
    ["/access-denied", "アカウントが承認されませんでした", false],
    ["/invalid-invitation", "この招待は使えません", true],
    ["/premium", "Mugen プレミアム", true],
  ] as const) {
    await browser.open(path);
    expect([path, browser.status, browser.page.part("h1").text]).toEqual([path, 200, heading]);
    expect(browser.page.parts("navigation", { name: "メインナビゲーション" })).toEqual([]);
    expect([path, browser.main.hasLink("ログインする")]).toEqual([path, hasLogin]);
    expect(browser.main.href(/聴く|ホーム/)).toBe("/");
  }
  await browser.main.follow(/聴く|ホーム/);
  expect(browser.address).toBe("/");
  expect(browser.page.parts("navigation", { name: "メインナビゲーション" })).toHaveLength(1);
  for (const [path, to] of [
    ["/?from_auth=true", "/closed-beta"],
    ["/i/no-such-code", "/invalid-invitation"],
    ["/invitation-required", "/closed-beta"],
  ] as const) {
    await browser.open(path);
    expect([path, browser.address]).toEqual([path, to]);
  }
  await browser.open("/access-denied");
  await browser.page.follow("お問い合わせ");
  expect(browser.page.value("件名")).toBe("アカウントについて");
});

test("a failed sign-in on the way to premium is explained, and the address keeps it", async () => {
  const browser = visitor();
  const texts = new Set<string>();
  const onward = "/api/auth/google?redirect=premium&payment=true";
  for (const code of ["auth_failed", "server_error", "token_failed", "login_failed", "other"]) {
    await browser.open(`/premium?payment=true&error=${code}`);
    const notice = browser.page.part("alert");
    expect(notice.text).toContain("認証エラー");
    texts.add(notice.text);
    expect(notice.href("もう一度ログインする")).toBe(onward);
    expect(browser.address).toContain("error=");
  }
  expect(texts.size).toBe(5);
  expect(browser.main.href("ログインする")).toBe(onward);
  expect(browser.main.text).toContain("いまはお申し込みいただけません");
  await browser.open("/premium?error=made-up");
  expect(browser.page.part("alert").text).toContain("認証中に問題が発生しました");
});

test("an invitation leads to an account, and is used up then", async () => {
  const code = randomUUID();
  await write((tx) => tx.insert(invitations).values({ code, maxUses: 1, createdAt: new Date() }));
  const browser = visitor();
  await browser.open(`/i/${code}`);
  await browser.page.follow("招待を受ける");
  // The page between goes on by itself.
  expect(browser.refresh).toMatch(/^0;url=\/api\/auth\/google\?/);
  await browser.page.follow("こちらからお進みください");
  expect(browser.address).toMatch(/^\/sign-in\?/);
  browser.page.fill("名前", "招かれた人");
  browser.page.fill("メールアドレス", newAddress());
  await browser.main.press("ログインする");
  expect(browser.page.part("h1").text).toContain("ようこそ、招かれた人さん");
  browser.page.check(/法定代理人の同意を得ています/);
  await browser.page.press("確認しました");
  expect(browser.page.text).not.toContain("はじめに、年齢の確認");
  browser.page.fill("ユーザーID", "x");
  await browser.page.press("この名前にする");
  expect(browser.page.text).toContain("ユーザーIDは3文字以上で入力してください");
  browser.page.fill("ユーザーID", "invited-one");
  await browser.page.press("この名前にする");
  expect(browser.page.hasLink("あなたのページ（invited-one）")).toBe(true);
  await browser.page.follow("聴きはじめる");
  const isHome = () => new URL(browser.address, origin).pathname === "/";
  expect(isHome()).toBe(true);
  await browser.open(`/i/${code}`);
  expect(isHome(), "members go home").toBe(true);
  const next = visitor();
  await next.open(`/i/${code}`);
  expect(next.address).toBe("/invalid-invitation");
});

test("a member's links can be selected, the QR code opened and a link revoked", async () => {
  const browser = await signedIn();
  await browser.open("/invite-friends");
  const card = (number: number) => browser.page.part("li", { text: `招待リンク${number}` });
  const url = browser.page.value("招待リンク2のURL");
  expect(browser.page.fieldAttribute("招待リンク2のURL", "readonly")).toBeDefined();
  expect(browser.page.hasButton("リンクをコピー")).toBe(false);
  await card(2).press("QRコード");
  const picture = card(2).part("img", { name: /QRコード/ }).html;
  const drawn = sharp(Buffer.from(picture), { density: 300 }).flatten({ background: "#fff" }).ensureAlpha();
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(url);

  await card(2).press(/無効にする$/);
  const question = "この招待リンクを無効にしますか？";
  expect(browser.page.part("h1").text).toBe(question);
  expect(browser.title).toMatch(new RegExp(`^${question}`));
  expect(browser.main.text).toContain(url);
  await browser.page.follow("そのままにする");
  expect(card(2).text).toContain("あと1人");
  await card(2).press(/無効にする$/);
  await browser.page.press("無効にする");
  expect(browser.address).toBe("/invite-friends");
  expect(browser.title).toMatch(/^友だち招待/);
  expect(said(browser)).toBe("招待リンクを無効にしました");
  expect(browser.page.part("region", { name: "招待リンク" }).text).not.toContain("招待リンク2無効");
  await browser.page.press("使えなくなったリンク（1）");
  expect(browser.page.part("region", { name: "招待リンク" }).text).toContain("招待リンク2無効");
});

test("following is a form, and the lists are pages", async () => {
  const { id } = await addMember({ name: "星見 あおい" });
  const browser = await signedIn(newAddress(), "紙野 ひかり");
  await browser.open(`/${id}?tab=playlists`);
  await browser.main.press("フォローする");
  expect(browser.main.hasButton(/フォロー解除/)).toBe(true);
  expect(browser.address).toBe(`/${id}?tab=playlists`);
  await browser.main.follow(/^1\s?フォロワー$/);
  expect(browser.page.part("h1").text).toBe("フォロワー");
  expect(browser.title).toBe("星見 あおいのフォロワー | Mugen ∞");
  const row = browser.main.part("listitem");
  expect(browser.main.parts("listitem")).toHaveLength(1);
  expect(row.text).toContain("たった今");
  await row.follow(/紙野 ひかり/);
  expect(browser.main.href("プロフィールを編集")).toBe("/profile/edit");
  expect(browser.main.hasButton("フォローする")).toBe(false);
  await browser.main.follow(/^1\s?フォロー中$/);
  await browser.main.follow(/星見 あおい/);
  await browser.main.press(/フォロー解除/);
  await browser.main.follow(/^0\s?フォロワー$/);
  expect(browser.main.text).toContain("フォロワーはいません");
  await browser.main.follow(/プロフィール/);
  await browser.main.follow(/^0\s?フォロー中$/);
  expect(browser.main.text).toContain("まだ誰もフォローしていません");
});

test("the followers page goes on page by page", async () => {
  const star = await addMember();
  for (let n = 0; n < 51; n++) await followMember({ viewer: await addMember(), userId: star.id });
  const browser = await signedIn();
  await browser.open(`/${star.id}/followers`);
  expect(browser.main.parts("listitem")).toHaveLength(50);
  await browser.main.follow("もっと見る");
  expect(browser.main.parts("listitem")).toHaveLength(1);
  await browser.main.follow("最初に戻る");
  expect(browser.main.parts("listitem")).toHaveLength(50);
});

test("nobody's page says so in its title too", async () => {
  const browser = visitor();
  await browser.open("/nobody_here");
  expect([browser.status, browser.title]).toEqual([404, "ユーザーが見つかりません | Mugen ∞"]);
  expect(browser.page.part("h1").text).toBe("ユーザーが見つかりません");
  await browser.open("/humans.txt");
  expect([browser.status, browser.page.part("h1").text]).toEqual([404, "ページが見つかりません"]);
});

test("a day's notifications by email are asked for, and stopped by the link, by a mailbox or in the settings", async () => {
  const email = newAddress();
  const member = await signedIn(email);
  const isOn = async () => {
    await member.open("/settings");
    return member.main.text.includes("通知のまとめのメール：オン");
  };
  const ask = async () => {
    await member.open("/settings");
    const [card] = member.main.parts("form", { text: "通知のまとめのメール：オフ" });
    await card?.press("受け取る");
    expect(said(member)).toBe("新しい通知を、夜にまとめてお送りします");
    const [row] = await db
      .select({ token: digestEmails.token })
      .from(digestEmails)
      .innerJoin(users, eq(users.id, digestEmails.userId))
      .where(eq(users.email, email));
    return `/unsubscribe/notifications/${row?.token}`;
  };
  expect(await isOn()).toBe(false);
  const path = await ask();
  const reader = visitor();
  await reader.open(path);
  expect(await isOn()).toBe(true);
  await reader.page.press("通知のまとめのメールを止める");
  expect(reader.page.text).toContain("通知のまとめのメールを止めました");
  expect(await isOn()).toBe(false);
  await reader.open(path);
  await reader.page.press("通知のまとめのメールを止める");
  expect(reader.page.text).toContain("このメールは、もう止まっています");

  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const posted = await fetch(origin + (await ask()), { method: "POST", body, redirect: "manual" });
  expect(posted.status).toBe(200);
  expect(await isOn()).toBe(false);

  await ask();
  const [card] = member.main.parts("form", { text: "通知のまとめのメール：オン" });
  await card?.press("受け取らない");
  expect(await isOn()).toBe(false);
});

test("the speed trial is started, background play and the theme are chosen by forms", async () => {
  const browser = visitor();
  expect(await isSignedOut(browser)).toBe(true);
  const email = newAddress();
  const member = await signedIn(email);
  await member.open("/settings");
  expect(member.page.text).toContain("ブラウザのJavaScriptを有効にしてください");
  await member.page.press("おためしを始める");
  expect(said(member)).toContain("2.0倍速のおためしを始めました");
  expect(member.page.text).toContain("おためし中です");

  expect(member.page.text).toContain("プレミアム会員限定機能です");
  await expect(member.page.press("オンにする")).rejects.toThrow("no button");
  await write((tx) => tx.update(users).set({ isPremium: true }).where(eq(users.email, email)));
  await member.open("/settings");
  await member.page.press("オンにする");
  expect(member.page.text).toContain("バックグラウンド再生：オン");
  await member.page.press("オフにする");
  expect(member.page.text).toContain("バックグラウンド再生：オフ");

  await member.main.press("端末に合わせる");
  expect(member.address).toBe("/settings");
  expect(member.page.part("html").attribute("data-theme")).toBe("system");
});
