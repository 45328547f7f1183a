import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, inArray } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterEach, expect, test } from "vitest";
import { environment, readEnvironment } from "#app/config/environment.ts";
import { db, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { mailCertificateFile, startMailServer } from "#test/servers/mail-server.ts";
import { deliverEmail } from "./deliver-email.server.ts";
import { removeOldEmails } from "./failed-emails.server.ts";
import { enqueueDueEmails, sendEmail } from "./send-email.server.ts";

withDatabase();

const minuteMs = 60_000;
const sentAt = new Date("2026-11-21T13:00:00Z");
const message = "台本がつくれません。\n二行目です。<b>&amp;</b>\n\n絵文字🌙と「かぎ括弧」。";
const values = {
  name: "夜野 かなで",
  email: "kanade@example.com",
  subject: "技術的な問題",
  message,
  account: "",
  receivedAt: "2026/11/21 22:00",
};

type Server = Awaited<ReturnType<typeof startMailServer>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<Server> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

/** Adds an email to the outbox. Returns its id. */
async function addEmail(changes: Partial<Parameters<typeof sendEmail>[1]> = {}): Promise<string> {
  const before = new Set((await db.select({ id: emails.id }).from(emails)).map(({ id }) => id));
  await write((tx) =>
    sendEmail(tx, {
      to: "support@mugen.example",
      replyTo: "kanade@example.com",
      template: "contact",
      values,
      now: sentAt,
      ...changes,
    }),
  );
  const added = (await db.select({ id: emails.id }).from(emails)).find(({ id }) => !before.has(id));
  return added?.id ?? "";
}

function deliver(emailId: string, o: { env?: Record<string, string>; now?: Date; signal?: AbortSignal }) {
  const settings = readEnvironment({ PUBLIC_ORIGIN: "https://mugen.example", ...o.env });
  const { now = sentAt, signal = new AbortController().signal } = o;
  return deliverEmail({ emailId, now, signal, settings });
}

const rowOf = async (id: string) => (await db.select().from(emails).where(eq(emails.id, id)))[0];

test("an email arrives as it was written, as text and HTML, and its row is deleted", async () => {
  const server = await mailServer();
  const id = await addEmail();
  await deliver(id, { env: { SMTP_URL: server.url } });
  expect(await rowOf(id)).toBeUndefined();
  const [email] = server.emails;
  expect(email?.to).toEqual(["support@mugen.example"]);
  const { read, source = "" } = email ?? {};
  expect(read?.subject).toBe("【お問い合わせ】技術的な問題（夜野 かなで 様）");
  expect(read?.from).toMatchObject({ name: "Mugen", address: "no-reply@mugen.example" });
  expect(read?.replyTo).toMatchObject([{ address: "kanade@example.com" }]);
  expect(read?.messageId).toBe(`<${id}@mugen.example>`);
  expect(new Date(read?.date ?? "")).toEqual(sentAt);
  expect(read?.text?.replaceAll("\r\n", "\n")).toContain(message);
  expect(read?.html).toContain("二行目です。&lt;b&gt;&amp;amp;&lt;/b&gt;<br>");
  expect(read?.html).not.toMatch(/<img|<script|url\(|<b>/i);
  // The source is ASCII, with lines of at most 998 characters (RFC 5322).
  expect(source).toMatch(/^[\r\n\t\x20-\x7e]*$/);
  expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
});

test("emails say that no person wrote them, but those that a person wrote", async () => {
  const server = await mailServer();
  const from = { name: "夜野", subject: "質問", message };
  const reply = {
    name: "夜野",
    subject: "質問",
    reply: "お答えします。",
    message,
    receivedAt: "今日",
    canAnswer: "yes",
  };
  await deliver(await addEmail(), { env: { SMTP_URL: server.url } });
  for (const email of [
    { template: "contact-reply" as const, values: reply },
    { template: "contact-received" as const, values: { ...from, email: "kanade@example.com" } },
    { template: "account-approved" as const, values: { name: "夜野" } },
  ])
    await deliver(await addEmail(email), { env: { SMTP_URL: server.url } });
  expect(
    server.emails.map(({ read }) => read.headers.find(({ key }) => key === "auto-submitted")?.value),
  ).toEqual([undefined, undefined, "auto-replied", "auto-generated"]);
});

test.each([
  ["a password in the clear on this machine", { user: "mugen", tls: "never" as const }, {}],
  ["STARTTLS", { user: "mugen", tls: "starttls" as const }, { SMTP_CA_FILE: mailCertificateFile }],
  [
    "TLS from the beginning",
    { user: "mugen", tls: "always" as const },
    { SMTP_CA_FILE: mailCertificateFile },
  ],
])("signs in by %s", async (_, options, env) => {
  const server = await mailServer(options);
  const id = await addEmail();
  await deliver(id, { env: { SMTP_URL: server.url, ...env } });
  expect(server.emails).toMatchObject([{ user: "mugen", wasEncrypted: options.tls !== "never" }]);
});

test("a server with an untrusted certificate gets nothing; the email waits", async () => {
  for (const tls of ["starttls", "always"] as const) {
    const server = await mailServer({ tls });
    const id = await addEmail();
    await deliver(id, { env: { SMTP_URL: server.url } });
    expect(server.emails).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ attempts: 1, error: null });
  }
});

test("a wrong password is not a final failure of the email", async () => {
  const server = await mailServer({ user: "mugen" });
  const id = await addEmail();
  await deliver(id, { env: { SMTP_URL: server.url.replace("mugen:", "nobody:") } });
  expect(await rowOf(id)).toMatchObject({ attempts: 1, error: null });
});

test("refused temporarily, it is due again later, and then sent with the same Message-ID", async () => {
  const server = await mailServer();
  const env = { SMTP_URL: server.url };
  const id = await addEmail();
  server.refuse({ at: "recipient", code: 451, message: "4.7.1 greylisted" });
  await deliver(id, { env });
  const waiting = await rowOf(id);
  expect(waiting).toMatchObject({ attempts: 1, error: null });
  expect(waiting?.dueAt).toEqual(new Date(sentAt.getTime() + minuteMs));
  await deliver(id, { env });
  expect(server.emails).toEqual([]);
  await deliver(id, { env, now: new Date(sentAt.getTime() + minuteMs) });
  expect(server.emails.map(({ read }) => read.messageId)).toEqual([`<${id}@mugen.example>`]);
  expect(await rowOf(id)).toBeUndefined();
});

test.each(["recipient", "text"] as const)("refused permanently at its %s, it is given up", async (at) => {
  const server = await mailServer();
  const id = await addEmail();
  server.refuse({ at, code: 550, message: "5.1.1 no such user" });
  await deliver(id, { env: { SMTP_URL: server.url } });
  expect(await rowOf(id)).toMatchObject({ attempts: 1, error: expect.stringContaining("no such user") });
  await deliver(id, { env: { SMTP_URL: server.url } });
  expect(server.emails).toEqual([]);
});

test("without an answer it is tried ten times in two days", async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, "127.0.0.1", () => {
      const address = taken.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    }),
  );
  await new Promise((resolve) => taken.close(resolve));
  const id = await addEmail();
  const times: number[] = [];
  for (;;) {
    const row = await rowOf(id);
    if (!row || row.error !== null) break;
    times.push(row.dueAt.getTime() - sentAt.getTime());
    await deliver(id, { env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: row.dueAt });
  }
  expect(times).toHaveLength(10);
  expect(times.at(-1)).toBeGreaterThan(40 * 60 * minuteMs);
  expect(times.at(-1)).toBeLessThanOrEqual(48 * 60 * minuteMs);
  expect(await rowOf(id)).toMatchObject({ attempts: 10, error: expect.stringContaining("ECONNREFUSED") });
});

test("an aborted delivery leaves the row as it was", async () => {
  const server = await mailServer();
  const id = await addEmail();
  const signal = AbortSignal.abort(new Error("stopping"));
  await expect(deliver(id, { env: { SMTP_URL: server.url }, signal })).rejects.toThrow("stopping");
  expect(await rowOf(id)).toMatchObject({ attempts: 0, error: null });
  expect(server.emails).toEqual([]);
});

test("no value can inject a header or a second address", async () => {
  const server = await mailServer();
  const injected = "夜\r\nBcc: victim@example.com\n\nHello";
  const id = await addEmail({
    replyTo: "a@example.com, victim@example.com",
    values: { ...values, name: injected, subject: injected },
  });
  await deliver(id, { env: { SMTP_URL: server.url } });
  const [email] = server.emails;
  expect(email?.to).toEqual(["support@mugen.example"]);
  expect(email?.read.bcc ?? []).toEqual([]);
  expect(email?.read.replyTo ?? []).toEqual([]);
  expect(email?.read.subject).toContain("夜 Bcc: victim@example.com Hello");
  for (const to of ["a@example.com, b@example.com", "a@example.com\r\nRCPT TO:<b@example.com>", "nobody"]) {
    const refused = await addEmail({ to });
    await deliver(refused, { env: { SMTP_URL: server.url } });
    expect(await rowOf(refused)).toMatchObject({ error: "not an address" });
  }
  expect(server.emails).toHaveLength(1);
});

test("without a mail server emails are written to files, the same one once", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-mail-"));
  try {
    const id = await addEmail();
    const row = await rowOf(id);
    await deliver(id, { env: { DATA_DIR: folder } });
    expect(await rowOf(id)).toBeUndefined();
    // As after a crash between the two.
    if (row) await write((tx) => tx.insert(emails).values(row));
    await deliver(id, { env: { DATA_DIR: folder } });
    expect(readdirSync(path.join(folder, "mail"))).toEqual([`${id}.eml`]);
    const read = await PostalMime.parse(readFileSync(path.join(folder, "mail", `${id}.eml`)));
    expect(read.messageId).toBe(`<${id}@mugen.example>`);
    expect(read.text?.replaceAll("\r\n", "\n")).toContain(message);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("members and operators get emails of their templates, as text and as HTML", async () => {
  const server = await mailServer();
  const member = await addMember({ name: "夜野 <かなで>" });
  const { name } = member;
  const ids = [
    await addEmail({ to: member.email, template: "account-approved", values: { name }, userId: member.id }),
    await addEmail({ template: "contact-received", values }),
    await addEmail({
      template: "track-report",
      values: {
        path: "/track/7",
        title: "夜の音",
        reason: "その他",
        comment: "",
        receivedAt: values.receivedAt,
      },
    }),
  ];
  const mornings = { day: "2026-11-27", numbers: "再生\t9回\n入会\t1人", waiting: "報告\t2件" };
  ids.push(await addEmail({ template: "morning", values: mornings }));
  const alert = { title: "報告：新しく3件", body: "いま12件です。", path: "/admin/inquiries?tab=reports" };
  ids.push(await addEmail({ template: "operator-alert", values: alert }));
  for (const id of ids) await deliver(id, { env: { SMTP_URL: server.url } });
  expect(server.emails.map(({ read }) => read.subject)).toEqual([
    "アカウントが承認されました",
    "お問い合わせを受け付けました",
    "【音声の報告】夜の音",
    "きのうの数字と、待っていること（2026-11-27）",
    "報告：新しく3件",
  ]);
  expect(server.emails[4]?.read.text).toContain("https://mugen.example/admin/inquiries?tab=reports");
  expect(server.emails[3]?.read.text).toMatch(/再生: 9回\s+入会: 1人[\s\S]*報告: 2件/);
  for (const { read } of server.emails) {
    expect(read.text).toContain("∞ Mugen");
    expect(read.html).toContain('<html lang="ja">');
  }
  const [approved, , report] = server.emails;
  expect(approved?.read.text).toContain("https://mugen.example/");
  expect(approved?.read.html).toContain('href="https://mugen.example/"');
  expect(approved?.read.html).toContain("夜野 &lt;かなで&gt; 様");
  expect(report?.read.text).toContain("https://mugen.example/track/7");
});

test("the sweep enqueues what is due, and nothing else", async () => {
  await write((tx) => tx.delete(emails));
  const [due, later, givenUp] = [await addEmail(), await addEmail(), await addEmail()];
  await write(async (tx) => {
    await tx
      .update(emails)
      .set({ dueAt: new Date(sentAt.getTime() + minuteMs) })
      .where(eq(emails.id, later));
    await tx.update(emails).set({ error: "no" }).where(eq(emails.id, givenUp));
  });
  expect(await enqueueDueEmails(sentAt)).toBe(1);
  expect(await enqueueDueEmails(new Date(sentAt.getTime() + minuteMs))).toBe(2);
  expect(await rowOf(due)).toMatchObject({ attempts: 0 });
});

test("given-up emails and files of the folder are removed after 30 days; others stay", async () => {
  const dayMs = 24 * 60 * minuteMs;
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const [old, recent, waiting] = [
    await addEmail({ now: daysAgo(31) }),
    await addEmail({ now: daysAgo(29) }),
    await addEmail({ now: daysAgo(31) }),
  ];
  await write((tx) =>
    tx
      .update(emails)
      .set({ error: "550" })
      .where(inArray(emails.id, [old, recent])),
  );
  const folder = path.join(environment().DATA_DIR, "mail");
  mkdirSync(folder, { recursive: true });
  for (const [name, days] of [
    ["old.eml", 31],
    ["new.eml", 29],
    ["notes.txt", 99],
  ] as const) {
    writeFileSync(path.join(folder, name), "");
    utimesSync(path.join(folder, name), daysAgo(days), daysAgo(days));
  }
  await removeOldEmails(now);
  const left = (await db.select({ id: emails.id }).from(emails)).map(({ id }) => id);
  expect([old, recent, waiting].map((id) => left.includes(id))).toEqual([false, true, true]);
  expect(["old.eml", "new.eml", "notes.txt"].map((name) => existsSync(path.join(folder, name)))).toEqual([
    false,
    true,
    true,
  ]);
});

test.each([
  { template: "account-approved", values: { name: "みな" } },
  { template: "account-denied", values: { name: "みな", reason: "確認のため" } },
  { template: "account-suspended", values: { name: "みな", reason: "確認のため" } },
  { template: "account-restored", values: { name: "みな" } },
] as const)("a member called みな is not addressed as everybody by $template", async (row) => {
  const server = await mailServer();
  await deliver(await addEmail(row), { env: { SMTP_URL: server.url } });
  const [email] = server.emails;
  expect(email?.read.text).toContain("みな 様");
  expect(email?.read.text).not.toContain("みなさま");
});
