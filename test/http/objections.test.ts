import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { db } from "#db/client.ts";
import { objections } from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "../admin.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { PlainBrowser } from "../plain-browser.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTrack } from "../tracks.ts";

/** Without an account and without JavaScript: from the page of a report to the answer. */

withDatabase();

let origin: string;
let trackId: number;
let authorId: string;
beforeAll(async () => {
  ({ origin } = sharedServer());
  ({ id: authorId } = await addMember());
  trackId = await addTrack({ userId: authorId, title: "似た声の夜" });
});

const textOf = async (sending: Promise<Response>) => (await sending).text();

test("the form is begun from an address, comes back with what was typed, and the receipt's page takes messages", async () => {
  const browser = new PlainBrowser(new Client(origin));
  const explanation = `2行目から5行目までが、わたしの原稿と同じです。${randomUUID()}`;
  await browser.open(`/objection?${new URLSearchParams({ target: `/track/${trackId}` })}`);
  expect(browser.page.value("対象のリンク")).toBe(`${origin}/track/${trackId}`);
  browser.page.choose("あなたの立場", "著作権など、権利を持っている");
  browser.page.choose("求めること", "公開を止めてほしい");
  browser.page.fill("理由", explanation);
  browser.page.fill("お名前", "原 かおる");
  browser.page.fill("メールアドレス", `${randomUUID()}@example.com`);
  const evidence = (content: string) => new File([content], "原稿.txt", { type: "text/plain" });
  browser.page.fill("証拠のファイル", evidence("PK\x03\x04"));
  await browser.page.press("申し立てる");
  expect(browser.page.fieldAttribute("証拠のファイル", "aria-invalid")).toBe("true");
  expect(browser.page.value("理由")).toBe(explanation);
  expect(browser.page.value("求めること")).toBe("take-down");

  browser.page.fill("証拠のファイル", evidence("灯台守の原稿です。"));
  await browser.page.press("申し立てる");
  expect(browser.address).toMatch(/^\/objection\/.+key=/);
  for (const words of ["確認しています", "受付番号", "原稿.txt", explanation])
    expect(browser.main.text).toContain(words);

  browser.page.fill("メッセージを送る", "初出の雑誌の名前をお伝えします。");
  await browser.page.press("送信する");
  expect(browser.page.text).toContain("メッセージを送りました");
  expect(browser.main.parts("listitem", { text: "初出の雑誌の名前をお伝えします。" })).not.toEqual([]);
  expect(browser.page.value("メッセージを送る")).toBe("");

  // Whoever has only the receipt sees nothing of it.
  await browser.open(browser.address.replace(/\?.*/, ""));
  expect(browser.status).toBe(404);
  expect(browser.page.text).not.toContain(explanation);
});

test("a visitor objects, follows, and is answered; the operator takes the track down by one form", async () => {
  const visitor = new Client(origin);
  const report = await textOf(visitor.get(`/track/${trackId}/report`));
  const [, link = ""] = /href="(\/objection\?target=[^"]+)"/.exec(report) ?? [];
  expect(decodeURIComponent(link)).toContain(`/track/${trackId}`);
  expect(await textOf(visitor.get(link))).toContain(`${origin}/`);

  const [email, explanation] = [`${randomUUID()}@example.com`, `わたしの声です ${randomUUID()}`];
  const typed = { target: `/track/${trackId}`, party: "voice", demand: "take-down", name: "響" };
  const refused = await visitor.form("/objection", { ...typed, explanation, email: "だれか" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(explanation);
  const withFile = (path: string, fields: Record<string, string>, content: string, name: string) => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    body.append("files", new File([Buffer.from(content, "latin1")], name, { type: "image/png" }));
    return visitor.fetch(path, { method: "POST", headers: { Accept: "text/html" }, body });
  };
  const zipped = await withFile("/objection", { ...typed, explanation, email }, "PK\x03\x04", "声.png");
  const shownAgain = await zipped.text();
  expect(zipped.status).toBe(400);
  expect(shownAgain).toContain("受け付けていない種類です");
  expect(shownAgain).toContain(explanation);
  const picture = "\x89PNG\r\n\x1a\n";
  const filed = await withFile("/objection", { ...typed, explanation, email }, picture, "声.png");
  const page = filed.headers.get("Location") ?? "";
  expect([filed.status, page]).toEqual([
    303,
    expect.stringMatching(/^\/objection\/M\w{4}-\w{4}\?key=.{32}$/),
  ]);
  const shown = await visitor.get(page);
  expect(shown.headers.get("Cache-Control")).toMatch(/no-store|private/);
  const html = await shown.text();
  expect(html).toContain(explanation);
  expect(html).toContain("noindex");
  for (const other of [page.replace(/key=.*/, "key=x"), page.replace(/\?.*/, "")]) {
    expect((await visitor.get(other)).status, other).toBe(404);
    expect((await visitor.form(other, { message: "見せて" })).status, other).toBe(404);
  }

  const [row] = await db.select().from(objections).where(eq(objections.email, email));
  const path = `/admin/objections/${row?.id}`;
  const moderator = Client.withAdminSession(origin, (await addOperator()).token);
  const ofModerator = await textOf(moderator.get(path));
  expect(ofModerator).toContain(explanation);
  expect(ofModerator).not.toContain(email);
  expect(ofModerator).not.toContain("声.png");
  const decision = {
    ...{ intent: "decide", id: String(row?.id), seen: "1", act: "take-down" },
    ...{ text: "公開を止めました。", reason: "" },
  };
  expect((await moderator.form(path, { ...decision, reason: "声のため" })).status).toBe(403);
  const operator = Client.withAdminSession(origin, (await addAdminSession()).token);
  const list = await textOf(operator.get("/admin/objections"));
  expect(list).toContain(row?.receipt);
  const shownCase = await textOf(operator.get(path));
  expect(shownCase).toContain(`/api/admin/tracks/${trackId}/audio`);
  const [evidence = ""] = /\/api\/admin\/objections\/\d+\/files\/\d+/.exec(shownCase) ?? [];
  const saved = await operator.get(evidence);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringMatching(/^attachment; /),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  expect(Buffer.from(await saved.arrayBuffer()).toString("latin1")).toBe(picture);
  expect((await moderator.get(evidence)).status).toBe(403);
  expect((await visitor.get(evidence)).status).toBe(401);
  const without = await operator.form(path, decision);
  expect([without.status, await without.text()]).toEqual([
    400,
    expect.stringContaining("投稿した会員に伝える理由を入力してください"),
  ]);
  expect((await operator.form(path, { ...decision, reason: "声のため" })).status).toBe(303);
  expect((await visitor.get(`/track/${trackId}`)).status).toBe(404);
  expect(await textOf(visitor.get(page))).toContain("公開を止めました");

  const thanks = { message: "ありがとうございます。" };
  expect((await withFile(page, thanks, "2019-03-04", "日付.txt")).status).toBe(303);
  expect(await textOf(visitor.get(page))).toContain("日付.txt");
  expect(await textOf(operator.get(path))).toContain("ありがとうございます。");

  // The author asks to have it looked at again.
  const member = Client.withSession(origin, await startSession({ userId: authorId, deviceInfo: "" }));
  expect(await textOf(member.get(`/track/${trackId}`))).toContain('href="/appeal"');
  const own = await textOf(member.get("/appeal"));
  expect(own).toContain("声のため");
  expect(own).not.toContain(explanation);
  const [id, message] = [String(row?.id), "わたしの声です。"];
  const appealed = await member.form("/appeal", { id, message });
  expect([appealed.status, appealed.headers.get("Location")]).toEqual([303, "/appeal"]);
  const restored = { ...decision, seen: "4", act: "restore", text: "戻しました。" };
  expect((await operator.form(path, restored)).status).toBe(303);
  expect((await visitor.get(`/track/${trackId}`)).status).toBe(200);

  expect(await textOf(visitor.get("/transparency"))).toContain("受け付けた件数");
  expect(await textOf(visitor.get("/transparency.csv"))).toMatch(/\n20\d\d,[1-9]\d*,/);
});

test("a takedown without an objection is appealed against by a form, which the console lists", async () => {
  const taken = await addTrack({ userId: authorId, title: `下げた夜 ${randomUUID()}` });
  await takeDownTrack({ trackId: taken, actor: { kind: "admin", name: "ueno" }, reason: "中傷" });
  const member = Client.withSession(origin, await startSession({ userId: authorId, deviceInfo: "" }));
  expect(await textOf(member.get("/appeal"))).toContain(`name="track" value="${taken}"`);
  const words = `引用です ${randomUUID()}`;
  const wrongs: Record<string, string>[] = [{}, { track: String(taken), id: "1" }];
  for (const wrong of wrongs)
    expect((await member.form("/appeal", { ...wrong, message: words })).status).toBe(400);
  expect((await member.form("/appeal", { track: String(taken), message: words })).status).toBe(303);
  const [row] = await db.select().from(objections).where(eq(objections.trackId, taken));
  const path = `/admin/objections/${row?.id}`;
  const operator = Client.withAdminSession(origin, (await addAdminSession()).token);
  const shown = await textOf(operator.get(path));
  for (const part of [words, "公開停止を続けて、終える", "投稿した会員へのお返事", "公開停止への異議"])
    expect(shown).toContain(part);
  expect(await textOf(operator.get("/admin/objections"))).toContain("公開停止への異議");
  expect(shown).not.toContain("投稿した会員に伝える理由");
  const decision = { intent: "decide", id: String(row?.id), seen: "1", text: "中傷です。", reason: "" };
  expect((await operator.form(path, { ...decision, act: "rejected" })).status).toBe(303);
  const answered = await textOf(member.get("/appeal"));
  expect(answered).toContain("お答えしました");
  expect(answered).not.toContain(`name="track" value="${taken}"`);
});

test.each(["suspended", "denied"] as const)(
  "an author whose account is %s is led from the gate page to the appeal, and no further",
  async (state) => {
    const author = await addMember({ state });
    const taken = await addTrack({ userId: author.id, title: `下げた夜 ${randomUUID()}` });
    const locked = Client.withSession(origin, await startSession({ userId: author.id, deviceInfo: "" }));
    expect(await textOf(locked.get("/access-denied"))).not.toContain('href="/appeal"');
    await takeDownTrack({ trackId: taken, actor: { kind: "admin", name: "ueno" }, reason: "中傷" });
    expect(await textOf(locked.get("/access-denied"))).toContain('href="/appeal"');
    expect(await textOf(locked.get("/appeal"))).toContain(`name="track" value="${taken}"`);
    const sent = await locked.form("/appeal", { track: String(taken), message: "引用です。" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/appeal"]);
    const [row] = await db.select().from(objections).where(eq(objections.trackId, taken));
    expect(row).toMatchObject({ party: "author", userId: author.id });
    const own = await locked.get("/profile");
    expect(own.headers.get("Location") ?? "").toContain("/access-denied");
  },
);
