import { isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "#db/client.ts";
import { contactMessages, emails, trackReports } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { startMailServer } from "../servers/mail-server.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

/** The contact form as a form post and as an API call, up to the mail server. */

let server: RunningServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let trackId: number;

const settings = () => ({
  SUPPORT_EMAIL: "support@mugen.example",
  SMTP_URL: mail.url,
  MAIL_FROM: "radio@mugen.example",
});

beforeAll(async () => {
  mail = await startMailServer();
  await openTestDatabase();
  const { id: userId } = await addMember({ customUserId: "Kanade" });
  trackId = await addTrack({ userId, title: "灯台守の一日" });
  server = await startServer({ env: settings() });
});
afterEach(async () => {
  // Emails still in delivery must not reach the next test.
  await expect.poll(() => db.$count(emails)).toBe(0);
  mail.emails.splice(0);
});
afterAll(async () => {
  await server.kill();
  await closeDatabase();
  await mail.stop();
});

const visitor = () => new Client(server.origin);
const typed = {
  name: "夜野 かなで",
  email: "typed@example.com",
  subject: "技術的な問題",
  message: "台本がつくれません。\n<script>alert(1)</script>",
};
const arrived = () => mail.emails.map(({ to, read }) => [to[0], read.subject]);

test("a visitor's form arrives at the site, and the thanks can be loaded again", async () => {
  const sent = await visitor().form("/contact", typed);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/contact?sent"]);
  const before = await db.$count(contactMessages);
  for (let time = 0; time < 2; time++) {
    const thanks = await (await visitor().get("/contact?sent")).text();
    expect(thanks).toContain("お問い合わせを受け付けました");
    expect(thanks).toContain("ホームに戻る");
  }
  expect(await db.$count(contactMessages)).toBe(before);
  await expect
    .poll(arrived)
    .toEqual([["support@mugen.example", "【お問い合わせ】技術的な問題（夜野 かなで 様）"]]);
  const [email] = mail.emails;
  expect(email?.read.from?.address).toBe("radio@mugen.example");
  expect(email?.read.replyTo).toMatchObject([{ address: "typed@example.com" }]);
  expect(email?.read.text).toContain("<script>alert(1)</script>");
  expect(email?.read.html).not.toContain("<script>");
  await expect.poll(() => db.$count(emails)).toBe(0);
});

test("a refused form comes back with all that was typed, and the reason beside each field", async () => {
  const answer = await visitor().form("/contact", { ...typed, email: "kanade@", message: " " });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain('value="夜野 かなで"');
  expect(html).toContain('value="kanade@"');
  expect(html).toMatch(/<option selected="">技術的な問題<\/option>/);
  expect(html).toContain("メールアドレスの形式で入力してください");
  expect(html).toContain("お問い合わせ内容を入力してください");
  // The browser focuses the first invalid field.
  const focused = html.match(/<(?:input|select|textarea)\b[^>]*autofocus=""[^>]*>/gi) ?? [];
  expect(focused).toEqual([expect.stringContaining('name="email"')]);
  expect(html).toContain("<title>エラー：お問い合わせ");
});

test("the form knows a member, and what its link was about; any account may write", async () => {
  const client = await Client.signedIn(server.origin, "member@example.com", "朝野 ひびき");
  const html = await (await client.get(`/contact?subject=${encodeURIComponent("解約について")}`)).text();
  expect(html).toContain('value="朝野 ひびき"');
  expect(html).toContain('value="member@example.com"');
  expect(html).toMatch(/<option selected="">解約について<\/option>/);
  expect(html.match(/<option(?! value="")/g)).toHaveLength(6);
  const invented = await (await client.get("/contact?subject=x")).text();
  expect(invented).not.toMatch(/<option selected="">(?!選択)/);
  const answer = await client.send("POST", "/api/contact", { ...typed, message: "会員からです。" });
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  await expect
    .poll(() => arrived().toSorted())
    .toEqual([
      ["member@example.com", "お問い合わせを受け付けました"],
      ["support@mugen.example", "【お問い合わせ】技術的な問題（夜野 かなで 様）"],
    ]);
});

test("pressed twice, by form and by call, it is one message; what fills the trap is none", async () => {
  const before = await db.$count(contactMessages);
  const message = "二度押しました。";
  const answers = await Promise.all([
    visitor().form("/contact", { ...typed, message: `${message}\r\n` }),
    visitor().form("/contact", { ...typed, message }),
    visitor().send("POST", "/api/contact", { ...typed, message }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 200]);
  expect(await db.$count(contactMessages)).toBe(before + 1);
  const trapped = await visitor().form("/contact", {
    ...typed,
    message: "宣伝",
    website: "https://spam.example",
  });
  expect([trapped.status, trapped.headers.get("Location")]).toEqual([303, "/contact?sent"]);
  expect(await db.$count(contactMessages)).toBe(before + 1);
});

test("a call with nothing in it hears what is missing, another site's form nothing", async () => {
  const answer = await visitor().send("POST", "/api/contact", {});
  expect(answer.status).toBe(400);
  expect(Object.keys((await answer.json()).fields)).toEqual(["name", "email", "subject", "message"]);
  const foreign = await visitor().fetch("/contact", {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
    body: new URLSearchParams(typed),
  });
  expect(foreign.status).toBe(403);
});

test("a report by form leads back to the track with thanks, changes the member's own, and is told once", async () => {
  const client = await Client.signedIn(server.origin, "reporter@example.com");
  const page = await (await client.get(`/track/${trackId}/report`)).text();
  expect(page.match(/type="radio"/g)).toHaveLength(7);
  const refused = await client.form(`/track/${trackId}/report`, { comment: "日付がちがいます。" });
  expect(refused.status).toBe(400);
  const again = await refused.text();
  expect(again).toContain("理由を選択してください");
  expect(again).toContain("日付がちがいます。");
  const sent = await client.form(`/track/${trackId}/report`, {
    reason: "false",
    comment: "日付がちがいます。",
  });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/track/${trackId}`]);
  expect(await (await client.get(`/track/${trackId}`)).text()).toContain("報告を受け付けました");
  const known = await (await client.get(`/track/${trackId}/report`)).text();
  expect(known).toContain("報告を更新する");
  expect(known).toMatch(/<input[^>]*checked=""[^>]*value="false"|<input[^>]*value="false"[^>]*checked=""/);
  const changed = await client.send("POST", `/api/tracks/${trackId}/report`, { reason: "false" });
  expect([changed.status, await changed.json()]).toEqual([200, { success: true }]);
  expect(await db.$count(trackReports)).toBe(1);
  await visitor().form(`/track/${trackId}/report`, { reason: "false", comment: "" });
  expect(await db.$count(trackReports)).toBe(2);
  // Once for one reason.
  await expect.poll(() => db.$count(emails)).toBe(0);
  expect(arrived()).toEqual([["support@mugen.example", "【音声の報告】灯台守の一日"]]);
  expect(mail.emails[0]?.read.text).toContain(`/track/${trackId}`);
});

test("a member and a playlist are reported from their pages by form, with the rules of a track's", async () => {
  const { id } = await addMember({ name: "月の舟" });
  const playlistId = await addPlaylist({ userId: id, trackIds: [], name: "夜のリスト" });
  const client = await Client.signedIn(server.origin, "another@example.com");
  for (const [page, path] of [
    [`/${id}`, `/user/${id}/report`],
    [`/playlists/${playlistId}`, `/playlists/${playlistId}/report`],
  ] as const) {
    expect(await (await client.get(page)).text()).toContain(`href="${path}"`);
    const refused = await client.form(path, { comment: "ひどい名前です。" });
    expect([refused.status, (await refused.text()).includes("ひどい名前です。")]).toEqual([400, true]);
    const sent = await client.form(path, { reason: "violence", comment: "ひどい名前です。" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, page]);
    expect(await (await client.get(page)).text()).toContain("報告を受け付けました");
    expect(await (await client.get(path)).text()).toContain("報告を更新する");
    expect((await visitor().form(path, { reason: "spam", comment: "" })).status).toBe(303);
  }
  expect(await db.select().from(trackReports).where(isNull(trackReports.trackId))).toMatchObject([
    { memberId: id, trackId: null, playlistId: null, reason: "violence" },
    { memberId: id, userId: null, reason: "spam" },
    { playlistId, memberId: null },
    { playlistId, userId: null },
  ]);
});

test("somebody who writes without end is asked to wait, and keeps what was typed", async () => {
  const client = await Client.signedIn(server.origin, "endless@example.com");
  let answer = await client.form("/contact", typed);
  for (let count = 0; count < 40 && answer.status !== 429; count++)
    answer = await client.form("/contact", typed);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  const html = await answer.text();
  expect(html).toContain("送信に失敗しました。もう一度お試しください。");
  expect(html).toContain('value="typed@example.com"');
});
