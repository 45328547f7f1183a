import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";
import { write } from "#db/client.ts";
import { dailyStatistics, generationTasks, signInMoves, themes, users } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { adminPassword } from "../../admin-password.ts";
import { makeWav } from "../../audio/make-audio.ts";
import { addAudioTask } from "../../audio-tasks.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { addInquiries } from "../../inquiries.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTheme } from "../../themes.ts";
import { addTrack, updateTrack } from "../../tracks.ts";

withDatabase();

let origin = "";
beforeAll(() => {
  ({ origin } = sharedServer());
});

/** The browser of an operator, and of a member if one is named. */
async function operator(o: { passwordAgeMs?: number; member?: string } = {}): Promise<PlainBrowser> {
  const { token } = await addAdminSession(o.passwordAgeMs ? { passwordAgeMs: o.passwordAgeMs } : {});
  return new PlainBrowser(
    o.member === undefined
      ? Client.withAdminSession(origin, token)
      : Client.withSession(origin, o.member, token),
  );
}
const visitor = () => new PlainBrowser(new Client(origin));
const sessionOf = (userId: string) => startSession({ userId, deviceInfo: "" });
const mark = () => randomUUID().slice(0, 8);

const actor = { kind: "admin", name: "admin" } as const;
const startTask = async (themeId: number) =>
  (await startThemeTask({ actor, themeId, speakingRate: 0.75 })).taskId;

test("the queue tells what waits, failed and is done; it is aborted and cleared after questions", async () => {
  await write((tx) => tx.delete(generationTasks).returning({ id: generationTasks.id }));
  const [waiting, lost, rejected] = [`待つ ${mark()}`, `失敗 ${mark()}`, `不採用 ${mark()}`];
  await startTask(await addTheme({ title: waiting }));
  const failed = await startTask(await addTheme({ title: lost }));
  await endTask(generations, failed, { as: "failed", error: "音声の生成に失敗しました。" });
  const themeId = await addTheme({ title: rejected });
  const completed = await startTask(themeId);
  const factCheck = {
    status: "issues_found" as const,
    confidence: 64,
    summary: "確かめられない記述があります。",
    issues: ["年号"],
  };
  await write(async (tx) => {
    await tx
      .update(generationTasks)
      .set({ state: "completed", stage: "task_complete", progress: 100, factCheck, endedAt: new Date() })
      .where(eq(generationTasks.id, completed));
    await tx.update(themes).set({ status: "rejected" }).where(eq(themes.id, themeId));
  });
  const browser = await operator();
  const card = (name: string) => browser.page.part("article", { name });
  await browser.open("/admin/queue");
  expect(browser.refresh).toMatch(/^\d+/);
  await browser.page.follow("自動更新を止める");
  expect(browser.refresh).toBeUndefined();
  for (const words of ["待機中", "開始準備中"]) expect(card(waiting).text).toContain(words);
  expect(card(lost).text).toContain("テーマを抽出し直して、もう一度お試しください。");
  expect(card(rejected).text).toContain("信頼度 64%");
  await browser.page.press(`${waiting}を中止`);
  await browser.page.part("dialog", { name: "この音声の生成を中止しますか？" }).press("中止する");
  expect(browser.page.text).toContain("タスクを中止しました");
  expect(card(waiting).text).toContain("中止");
  expect(browser.page.hasButton(`${waiting}を中止`)).toBe(false);

  await browser.page.press("失敗したタスクをすべて削除");
  await browser.page
    .part("dialog", { name: "失敗したタスクをすべて削除しますか？この操作は取り消せません。" })
    .press("削除する");
  for (const words of ["タスククリア完了", "失敗したタスクを1件削除しました"])
    expect(browser.page.text).toContain(words);
  await browser.page.press("無効なタスクを整理する");
  await browser.page
    .part("dialog", { name: "無効なタスク1件を削除しますか？この操作は取り消せません。" })
    .press("削除する");
  expect(browser.page.text).toContain("無効タスククリア完了");
  expect(browser.page.parts("article", { name: rejected })).toEqual([]);
});

test("while a text becomes a track, its page loads itself anew", async () => {
  const browser = await operator();
  await browser.open("/admin/generate");
  browser.page.fill("文章", "朝の港に、船がひとつ出ていきました。");
  await browser.page.press("音声を生成");
  expect(browser.address).toMatch(/^\/admin\/generate\?task=/);
  expect(browser.refresh).toMatch(/^\d+/);
  // Spoken to its end, with the page after it, in generation.test.ts.
  await browser.page.press(/を中止$/);
  await browser.dialog.press("中止する");
  expect(browser.page.text).toContain("タスクを中止しました");
});

test("a hateful track at night: a visitor reports a line, an operator takes it down, its author reads why", async () => {
  const title = `夜の言葉 ${mark()}`;
  const author = await addMember();
  const trackId = await addTrack({ userId: author.id, title });
  const reporter = visitor();
  await reporter.open(`/track/${trackId}/report`);
  reporter.page.check(/^暴力的・差別的/);
  reporter.page.choose("気になった部分", /こんばんは/);
  await reporter.page.press("報告する");
  expect(reporter.page.text).toMatch(/報告を受け付けました|ご報告/);

  const browser = await operator();
  await browser.open("/admin");
  await browser.page.follow(/未対応の報告/);
  const card = browser.page.part("article", { text: title });
  expect(card.part("mark").text).toBe("こんばんは。");
  expect(card.parts("audio")).toHaveLength(1);
  await card.press(/^公開停止にして閉じる/);
  browser.dialog.fill(/理由/, "差別にあたる言葉があるためです。");
  await browser.dialog.press("公開停止にする");
  expect(browser.page.parts("article", { text: title })).toEqual([]);

  await reporter.open(`/track/${trackId}`);
  expect(reporter.status).toBe(404);
  const theirs = new PlainBrowser(Client.withSession(origin, await sessionOf(author.id)));
  await theirs.open(`/track/${trackId}`);
  expect(theirs.page.text).toContain("差別にあたる言葉があるためです。");
});

test("a wrong grant is taken back in the same form, and the log has both with who did them", async () => {
  const { id, name } = await addMember({ name: `間違い${mark()}` });
  const browser = await operator();
  for (const kind of ["プレミアム", "無料"]) {
    await browser.open(`/admin/users/${id}`);
    await browser.page.press(`${name}のプレミアムを編集`);
    browser.dialog.choose("会員の種類", kind);
    await browser.dialog.press("変更する");
    expect(browser.page.text).toContain("プレミアム会員ステータスを更新しました");
  }
  await browser.open(`/admin/log?user=${id}`);
  const rows = [
    ...browser.page.parts("listitem", { text: "プレミアム" }),
    ...browser.page.parts("row", { text: "プレミアム" }),
  ];
  expect(rows.filter(({ text }) => text.includes("admin"))).toHaveLength(2);
});

test("an operator is invited by name, acts under it, is refused what a 見回り may not do, and leaves", async () => {
  const name = `夜番${mark()}`;
  const title = `見回りの話 ${name}`;
  const trackId = await addTrack({ userId: (await addMember()).id, title });
  const browser = await operator();
  await browser.open("/admin/operators");
  browser.page.fill("名前", name);
  await browser.page.press("リンクを作る");
  const link = browser.page.value(`${name}さんのリンク`);

  const theirs = visitor();
  await theirs.open(link);
  theirs.page.fill("新しいパスワード", "短い");
  await theirs.page.press("設定してログイン");
  expect(theirs.page.text).toContain("パスワードは12文字以上で入力してください");
  theirs.page.fill("新しいパスワード", "北斗七星のよく見える丘で");
  await theirs.page.press("設定してログイン");
  expect(theirs.address).toBe("/admin/review");
  expect(theirs.page.part("h1").text).toBe("前に見てから");
  expect(theirs.page.parts("a", { name: "操作記録" })).toEqual([]);
  await theirs.open("/admin/money");
  expect(theirs.status).toBe(403);
  await theirs.open(`/admin/tracks/${trackId}`);
  expect(theirs.page.hasButton("削除")).toBe(false);
  await theirs.page.press(`「${title}」の公開を停止する`);
  theirs.dialog.fill(/理由/, "試しに止めます。");
  await theirs.dialog.press("停止する");
  expect(theirs.page.text).toContain("公開停止中");

  await browser.open("/admin/operators");
  await browser.page.press(`${name}を停止する`);
  await browser.dialog.press("停止する");
  expect(browser.page.part("li", { text: name }).text).toContain("停止");
  await theirs.open("/admin/review");
  expect(theirs.page.hasField("パスワード")).toBe(true);
  await browser.open("/admin/log");
  expect(browser.page.text).toContain(name);
});

test("an official track is edited and its line corrected, and a member's is not", async () => {
  await write((tx) => addOfficialAccount(tx));
  const title = `公式の話 ${mark()}`;
  const trackId = await addTrack({ userId: officialAccount.id, title });
  await updateTrack(trackId, { spokenWith: { speakingRate: 1, voices: null } });
  const browser = await operator();
  await browser.open(`/admin/tracks/${trackId}`);
  await browser.page.follow("音声の情報を編集する");
  browser.page.fill("タイトル", "");
  await browser.page.press("保存する");
  expect(browser.page.text).toContain("タイトルが必要です");
  browser.page.fill("タイトル", `直した${title}`);
  await browser.page.press("保存する");
  expect(browser.page.part("h1").text).toBe(`直した${title}`);
  expect(browser.page.text).toContain("公式の音声の情報を保存しました");

  await browser.page.follow("音声を訂正する");
  await browser.page.press("1行目を訂正");
  browser.page.fill("1行目の文", "");
  await browser.page.press("この行を訂正する");
  expect(browser.page.text).toContain("文を入力してください");
  browser.page.fill("1行目の文", "こんにちは。");
  await browser.page.press("この行を訂正する");
  expect(browser.page.text).toContain("訂正した音声を作っています");
  expect(browser.refresh).toContain(`/admin/tracks/${trackId}/correct`);
  await browser.open(`/admin/tracks/${trackId}`);
  expect(browser.page.part("section", { name: "操作記録" }).text).toContain("1行目");

  const theirs = await addTrack({ userId: (await addMember()).id });
  await browser.open(`/admin/tracks/${theirs}`);
  expect(browser.page.parts("a", { name: "音声を訂正する" })).toEqual([]);
  for (const page of ["correct", "edit"]) {
    await browser.open(`/admin/tracks/${theirs}/${page}`);
    expect(browser.status).toBe(403);
  }
});

test("messages are answered, closed and reopened; reports of a wave are closed together; the log tells it", async () => {
  const own = mark();
  const { trackIds } = await addInquiries(own);
  const browser = await operator();
  await browser.open("/admin/inquiries");
  const find = (text: string, shown = browser) => shown.page.parts("article", { text });
  const card = (text: string, shown = browser) => shown.page.part("article", { text });
  // An empty reply is refused with its form open; then it is sent.
  await card(`${own} 0`).press("返信する");
  await card(`${own} 0`).press("返信を送る");
  expect(card(`${own} 0`).text).toContain("お返事を入力してください");
  card(`${own} 0`).fill("お返事", "ご不便をおかけしました。\n直りました。");
  await card(`${own} 0`).press("返信を送る");
  expect(browser.page.text).toContain("お返事を送りました");
  expect(find(`${own} 0`)).toEqual([]);
  await browser.page.follow(/^返信済み/);
  expect(card(`${own} 0`).text).toContain("直りました。");
  // Two tabs: the other one reopens, this one learns of it and shows what is there now.
  const other = await operator();
  await other.open("/admin/inquiries?state=answered");
  for (const [tab, message] of [
    [other, "未対応に戻しました"],
    [browser, "ほかの画面で先に操作されました。いまは「未対応」です。"],
  ] as const) {
    await card(`${own} 0`, tab).press(/未対応に戻す/);
    await tab.dialog.press("未対応に戻す");
    expect(tab.page.text).toContain(message);
  }
  // The sender's messages, whatever their state; the address stays out of the page's.
  await browser.open("/admin/inquiries");
  browser.page.fill("送信者のメールアドレスで探す", `${own.toUpperCase()}@example.com`);
  await browser.page.press("探す");
  expect(browser.page.text).toContain("からのお問い合わせ 2件");
  expect(browser.address).not.toContain("example");
  await browser.open("/admin/inquiries");
  for (const index of [0, 1]) card(`${own} ${index}`).check(/./);
  await browser.page.press("選択を対応済みにする");
  await browser.dialog.press("対応済みにする");
  expect(browser.page.text).toContain("お問い合わせを対応済みにする操作が終わりました");
  expect(find(`${own} 0`)).toEqual([]);

  // Reports: all of a track on one card; a note, then both tracks taken down together.
  await browser.page.follow(/^報告/);
  const reported = () => card(`${own} 海の音`);
  for (const words of ["未対応 2件", "宣伝です。", "2行目「こんばんは。」"])
    expect(reported().text).toContain(words);
  // The line that was reported, within those around it, and the sound.
  const lines = reported().part("region", { name: /報告された部分/ });
  expect(lines.parts("mark").map(({ text }) => text)).toEqual(["こんばんは。"]);
  expect(reported().parts("audio")).toHaveLength(1);
  await reported().press(/メモを付ける/);
  browser.dialog.fill("メモ", "よく似た投稿が続いている");
  await browser.dialog.press("メモを保存");
  expect(reported().text).toContain("よく似た投稿が続いている");
  for (const title of ["灯台守の一日", "海の音"]) card(`${own} ${title}`).check(/./);
  await browser.page.press("公開停止にして閉じる");
  browser.dialog.fill("投稿者に伝える理由", "宣伝の投稿がくり返されたため");
  await browser.dialog.press("公開停止にする");
  expect(browser.page.text).toContain("報告された音声の公開停止が終わりました");
  await browser.page.part("navigation", { name: "状態" }).follow(/^対応済み/);
  expect(reported().text).toContain("公開停止中");
  await reported().press(/未対応に戻す/);
  await browser.dialog.press("未対応に戻す");
  expect(browser.page.text).toContain("未対応に戻しました");

  await browser.page.follow(/^届かないメール/);
  const letter = `${own}@example.com`;
  expect(browser.page.part("row", { text: letter }).text).toContain("550 5.1.1 no such user");
  await browser.page.part("row", { text: letter }).press(/^破棄/);
  await browser.dialog.press("破棄する");
  expect(browser.page.text).toContain("メールを破棄しました");
  expect(browser.page.parts("row", { text: letter })).toEqual([]);

  // The log of one of the tracks, then of one action.
  await browser.open(`/admin/log?track=${trackIds[1]}`);
  const entries = (text: string) => browser.page.parts("row", { text });
  for (const words of ["報告を対応済みにする", "音声の公開停止"]) expect(entries(words)).not.toEqual([]);
  browser.page.choose("操作", "報告の再開");
  await browser.page.press("絞り込む");
  expect(entries("報告の再開")).not.toEqual([]);
  expect(entries("音声の公開停止")).toEqual([]);
});

test("an announcement is planned, and sent as a letter that is looked at and counted first, and stopped", async () => {
  const own = mark();
  await addMember({ provider: "google" });
  const browser = await operator();
  await browser.open("/admin/notices");
  browser.page.fill("お知らせ", `点検 ${own}`);
  browser.page.fill("始まり", "2036-11-28T05:00");
  browser.page.check(/人に、通知も出す/);
  await browser.page.press("お知らせを出す");
  const card = () => browser.page.part("li", { text: own });
  expect(card().text).toContain("通知：始まりを待っています");

  await card().follow(/メールでも送る/);
  browser.page.fill("件名", "");
  await browser.page.press("見本を見る");
  expect(browser.page.text).toContain("件名を入力してください");
  expect(browser.page.value("本文")).toBe(`点検 ${own}`);
  browser.page.fill("件名", `点検のお知らせ ${own}`);
  await browser.page.press("見本を見る");
  const shown = browser.page.part("iframe").attribute("srcdoc");
  for (const words of ["夜野 かなで 様", `点検 ${own}`]) expect(shown).toContain(words);
  await browser.page.press(/人に送る/);
  expect(browser.dialog.text).toContain("1分に40通ずつ");
  await browser.dialog.press(/人に送る/);
  expect(card().text).toContain("メール：始まりを待っています");

  await card().press("メールを止める");
  await browser.dialog.press("止める");
  expect(card().text).toMatch(/メール：止め/);
  await card().press(/お知らせを終わらせる/);
  await browser.dialog.press("終わらせる");
  expect(card().text).toContain("終了");
});

test("a text of emails is refused with what is wrong, looked at, saved and put back", async () => {
  const own = mark();
  const browser = await operator();
  await browser.open("/admin/emails");
  await browser.page.follow("アカウントの停止を解除したとき");
  const first = browser.page.value("本文");
  expect(first).toContain("{名前}");
  browser.page.fill("本文", `{名まえ}\n\n${own}`);
  await browser.page.press("見本を見る");
  expect(browser.page.text).toContain("{名まえ}という差し込みはありません");
  expect(browser.page.value("本文")).toBe(`{名まえ}\n\n${own}`);
  browser.page.fill("本文", `{名前}\n\n${own} おかえりなさい\n\n{Mugenのリンク}`);
  await browser.page.press("見本を見る");
  const shown = browser.page.part("iframe").attribute("srcdoc");
  for (const words of [`${own} おかえりなさい`, "登録されたメールアドレス"]) expect(shown).toContain(words);
  await browser.page.press("この文面で保存する");
  expect(browser.page.text).toContain("メールの文面を保存しました");
  expect(browser.page.value("本文")).toContain("おかえりなさい");
  await browser.page.press("元の文面に戻す");
  await browser.dialog.press("戻す");
  expect(browser.page.text).toContain("メールの文面を元に戻しました");
  expect(browser.page.value("本文")).toBe(first);
});

test("the overview's numbers are there, and all failed jobs are started anew after a question", async () => {
  const failureCause = `Error: ${mark()}`;
  const member = await addMember();
  await addAudioTask({
    userId: member.id,
    script: "A: こんばんは。",
    state: "failed",
    error: "音声の生成に失敗しました。",
    failureCause,
  });
  const today = tokyoDay(new Date());
  for (const daysAgo of Array.from({ length: 90 }).keys()) {
    const [day, metric, value] = [addDays(today, -daysAgo), "members_total", 500 - daysAgo] as const;
    await write((tx) =>
      tx
        .insert(dailyStatistics)
        .values({ day, metric, value })
        .onConflictDoUpdate({ target: [dailyStatistics.day, dailyStatistics.metric], set: { value } }),
    );
  }
  const browser = await operator();
  await browser.open("/admin");
  await browser.page.follow("90日");
  expect(browser.address).toContain("days=90");
  const members = browser.page.part("region", { name: "会員" });
  await members.press(/^数値を見る/);
  expect(members.parts("row")[2]?.text).toContain("499人");
  await browser.open("/admin/jobs");
  expect(browser.page.text).toContain(failureCause);
  await browser.page.press("すべて再試行");
  await browser.dialog.press("すべて再試行");
  expect(browser.page.text).toContain("失敗した生成をもう一度始めました");
  expect(browser.page.text).not.toContain(failureCause);
});

/** The page with the tracks of a new author that wait to be looked at, the first longest. */
async function addWaiting(titles: readonly string[]): Promise<string> {
  const { id: userId } = await addMember();
  const began = Date.now() - 60_000;
  for (const [index, title] of titles.entries()) {
    const trackId = await addTrack({ userId, title });
    const harms = index % 50 === 7 ? [{ kind: "abuse", quote: "こんばんは" }] : [];
    await write((tx) => queueForReview(tx, { trackId, cause: "new", harms, now: new Date(began + index) }));
  }
  return `/admin/review?author=${userId}`;
}

test("50 tracks take 8 presses, one of which decides singly, and one takes back", async () => {
  const browser = await operator();
  // A page has ten; of fifty one is to be decided singly.
  const path = await addWaiting(Array.from({ length: 50 }, (_, index) => `今日の話${index}`));
  await browser.open(path);
  let presses = 0;
  const press = async (name: string | RegExp, part = browser.page) => {
    presses++;
    await part.press(name);
    // The page begins with what comes next, not below what was pressed.
    expect(browser.address).toBe(path);
  };
  const lit = () => browser.page.parts("article", { text: "自動の確認：" });
  for (let page = 0; browser.page.parts("article").length > 0; page++) {
    expect(page).toBeLessThan(6);
    if (lit().length > 0) {
      await press(/を非公開にする$/, lit()[0]);
      expect(lit()).toEqual([]);
      await press("取り消す");
      expect(lit()).toHaveLength(1);
      await press(/を非公開にする$/, lit()[0]);
      expect(lit()).toEqual([]);
    }
    await press(/^残り\d+件を確認済みにする$/);
  }
  expect(browser.page.text).toContain("条件に合う音声はありません");
  expect(presses).toBe(8);
});

test("what was marked together is taken back together, or one by one", async () => {
  const browser = await operator();
  await browser.open(await addWaiting(["朝の話", "昼の話", "夜の話"]));
  const cards = () => browser.page.parts("article");
  await browser.page.press("残り3件を確認済みにする");
  expect(cards()).toEqual([]);
  await browser.page.press(/^この1分に決めた\d+件$/);
  await browser.page.press("「昼の話」を取り消す");
  expect(cards()).toHaveLength(1);
  await browser.page.press(/^この1分に決めた\d+件$/);
  await browser.page.press(/^\d+件をまとめて取り消す$/);
  expect(cards()).toHaveLength(3);
});

test("a lost sign-in: an operator begins the move, its owner cancels by the link or in the settings", async () => {
  const own = mark();
  const old = await addMember({ name: `前${own}` });
  const fresh = await addMember({ name: `新${own}`, customUserId: `new_${own}` });
  const full = await addMember({ name: `別${own}` });
  await addTrack({ userId: full.id });
  const browser = await operator({ member: await sessionOf(old.id) });
  const begin = async (newAccount: string) => {
    await browser.page.press("別のログインへ移す");
    browser.dialog.fill("新しいアカウントのID", newAccount);
    browser.dialog.fill("ご本人だと確かめたこと", "最初の投稿の題名");
    await browser.dialog.press("手続きを始める");
  };
  await browser.open(`/admin/users/${old.id}`);
  await begin(full.id);
  // Refused, with what was typed.
  expect(browser.dialog.text).toContain("新しいアカウントに音声があります");
  expect(browser.dialog.value("ご本人だと確かめたこと")).toBe("最初の投稿の題名");
  browser.dialog.fill("新しいアカウントのID", `@${fresh.customUserId}`);
  await browser.dialog.press("手続きを始める");
  expect(browser.page.text).toContain("移し替えを始めました");
  expect(browser.page.text).toContain("のログインへ移す手続きの途中です");
  await browser.open("/admin/members");
  await browser.page.part("list", { text: old.name }).follow(new RegExp(old.name));
  await browser.page.press("取りやめる");
  browser.dialog.fill("理由", "ご本人ではありませんでした");
  await browser.dialog.press("取りやめる");
  expect(browser.page.text).toContain("移し替えを取りやめました");

  // Again, and the old address's owner is another one.
  await begin(fresh.id);
  expect(browser.page.text).toContain("移し替えを始めました");
  // The email has left the database already.
  const token = `token-${old.id}`;
  await write((tx) =>
    tx
      .update(signInMoves)
      .set({ cancelHash: hashToken(token) })
      .where(eq(signInMoves.userId, old.id)),
  );
  const owner = visitor();
  await owner.open(`/sign-in/move?key=${token}`);
  expect(owner.page.text).toContain(`アカウント「${old.name}」`);
  await owner.page.press("移し替えを取りやめる");
  expect(owner.page.text).toContain("ログインの移し替えを取りやめました");
  await owner.open(`/sign-in/move?key=${token}`);
  expect(owner.page.text).toContain("すでに終わっているか、取りやめになっています");

  // And by a device that is still signed in.
  await browser.open(`/admin/users/${old.id}`);
  await begin(fresh.id);
  expect(browser.page.text).toContain("移し替えを始めました");
  await browser.open("/notifications");
  await browser.page.follow(/このアカウントを別のログインへ移す手続きが始まりました/);
  expect(browser.address).toBe("/settings");
  await browser.page.press("取りやめる");
  expect(browser.page.text).toContain("ログインの移し替えを取りやめました");
  expect(browser.page.hasButton("取りやめる")).toBe(false);
});

test("themes are decided by plain forms, and what two tabs see differently is told", async () => {
  const [old, morning] = [`古い灯台 ${mark()}`, `朝の市場 ${mark()}`];
  for (const title of [old, morning]) await addTheme({ status: "pending", title });
  const browser = await operator();
  await browser.open("/admin/themes");
  browser.page.fill("動画のURL", "https://example.com/video");
  await browser.page.press("テーマを抽出");
  expect(browser.page.value("動画のURL")).toBe("https://example.com/video");
  expect(browser.page.text).toContain("YouTubeかVimeoの動画のURLを入力してください");

  const other = await operator();
  await other.open("/admin/themes");
  const card = (name: string) => browser.page.part("article", { name });
  await card(old).press(`「${old}」を採用`);
  expect(card(old).text).toContain("承認済み");
  await other.page.press(`「${old}」を不採用`);
  await other.dialog.press("不採用にする");
  expect(other.page.text).toContain("このテーマは現在「承認済み」のため、変更できませんでした。");

  await browser.page.press(`「${morning}」を不採用`);
  await browser.page.part("dialog", { name: `「${morning}」を不採用にしますか？` }).press("不採用にする");
  expect(browser.page.text).toContain("一覧から外しました");
  expect(browser.page.parts("article", { name: morning })).toEqual([]);
  await card(old).press(`「${old}」を削除`);
  await browser.dialog.press("削除する");
  expect(browser.page.parts("article", { name: old })).toEqual([]);
});

test("monitoring shows what the server knows, and has the cookies asked about anew", async () => {
  const client = Client.withAdminSession(origin, (await addAdminSession()).token);
  await client.form("/consent", { choice: "essential", redirect: "/" });
  expect(client.cookieHeaders().Cookie).toMatch(/mugen_consent=\S+\.essential/);
  const browser = new PlainBrowser(client);
  await browser.open("/admin/monitoring");
  expect(browser.page.text).toContain("接続しています");
  expect(browser.page.text).toMatch(/SQLite |PostgreSQL/);
  expect(browser.page.hasLink("/ping")).toBe(true);
  await browser.page.press("同意リセット");
  expect(browser.address).toBe("/");
  expect(browser.cookies).not.toMatch(/mugen_consent=\S+\.(?:essential|all)/);
});

test("an upload is a plain post, which comes back with what was typed or leads to the list", async () => {
  const title = `スクリプトなしの音声 ${mark()}`;
  const browser = await operator();
  await browser.open("/admin/upload");
  browser.page.fill("タイトル", title);
  browser.page.fill("カテゴリー", "音楽");
  await browser.page.press("アップロードする");
  expect(browser.page.text).toContain("音声ファイルを選んでください");
  expect(browser.page.value("タイトル")).toBe(title);

  const damaged = Buffer.concat([makeWav().subarray(0, 40), Buffer.alloc(4, 0x7f)]);
  browser.page.fill("音声ファイル", new File([damaged], "damaged.wav", { type: "audio/mpeg" }));
  await browser.page.press("アップロードする");
  const row = () => browser.page.part("li", { text: title });
  expect(row().text).toContain(title);
  await expect
    .poll(async () => {
      await browser.reload();
      return row().text;
    })
    .toContain("失敗");
  expect(row().text).toContain("ファイルが途中で切れています");
  await row().press(/一覧から消す/);
  await browser.dialog.press("消す");
  expect(browser.page.parts("li", { text: title })).toEqual([]);
});

test("members are approved together, and one is deleted after the password", async () => {
  const own = mark();
  const root = await addMember({ name: `根元${own}`, customUserId: `root_${own}` });
  const child = await addMember({ name: `招待${own}`, state: "pending" });
  await write((tx) =>
    tx.update(users).set({ invitedById: root.id }).where(eq(users.id, child.id)).returning({ id: users.id }),
  );
  const browser = await operator({ passwordAgeMs: 16 * 60_000 });
  await browser.open(`/admin/members?q=${own}&state=pending`);
  browser.page.check(`${child.name}を選択`);
  await browser.page.press("承認");
  await browser.dialog.press("承認する");
  expect(browser.page.text).toMatch(/人を変更しました/);

  await browser.open(`/admin/users/${root.id}`);
  await browser.page.press(`${root.name}を削除`);
  expect(browser.dialog.text).toContain(`${root.name}を削除しますか？ この操作は取り消すことができません。`);
  await browser.dialog.press("削除する");
  expect(browser.page.text).toContain("パスワードを入力してください");
  browser.dialog.fill("パスワード", adminPassword);
  await browser.dialog.press("削除する");
  expect(browser.page.text).toContain("会員を削除しました");
});
