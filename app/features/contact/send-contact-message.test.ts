import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { Invalid, NotAuthenticated } from "#app/features/domain-error.ts";
import { validate } from "#app/features/validate.ts";
import { db, write } from "#db/client.ts";
import { contactMessages, emails, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { contactSchema } from "./contact.schema.ts";
import { contactSubjects } from "./contact.ts";
import { sendContactMessage } from "./send-contact-message.server.ts";

withDatabase();
withSettings({ SUPPORT_EMAIL: "support@mugen.example" });

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(contactMessages);
    await tx.delete(emails);
  });
});

const typed = {
  name: "夜野 かなで",
  email: "typed@example.com",
  subject: "技術的な問題",
  message: "台本がつくれません。",
};
const message = validate(contactSchema, typed);

test("a visitor's message is stored and sent to the operator, not to the typed address", async () => {
  await sendContactMessage({ viewer: null, message });
  expect(await db.select().from(contactMessages)).toMatchObject([
    { userId: null, ...typed, handledAt: null },
  ]);
  expect(await db.select().from(emails)).toMatchObject([
    { to: "support@mugen.example", replyTo: "typed@example.com", template: "contact", values: typed },
  ]);
});

test("a member is sent a confirmation at the account's own address, whatever was typed", async () => {
  for (const state of ["approved", "pending", "denied"] as const) {
    const viewer = await addMember({ state });
    await sendContactMessage({ viewer, message });
    const sent = await db.select().from(emails).where(eq(emails.userId, viewer.id)).orderBy(emails.template);
    expect(sent).toMatchObject([
      { to: "support@mugen.example", replyTo: "typed@example.com", template: "contact" },
      { to: viewer.email, replyTo: null, template: "contact-received" },
    ]);
    expect(sent[0]?.values.account).toBe(viewer.id);
  }
});

test("concurrent duplicates are one message, of a visitor and of a member", async () => {
  await write((tx) => addOfficialAccount(tx));
  for (const viewer of [null, await addMember()]) {
    await Promise.all([1, 2, 3, 4].map(() => sendContactMessage({ viewer, message })));
    expect(await db.$count(contactMessages)).toBe(viewer ? 2 : 1);
    expect(await db.$count(emails)).toBe(viewer ? 3 : 1);
  }
});

test("another message, or the same one much later, is a message of its own", async () => {
  const now = new Date();
  await sendContactMessage({ viewer: null, message, now });
  await sendContactMessage({ viewer: null, message: { ...message, message: "解決しました。" }, now });
  await sendContactMessage({ viewer: null, message, now: new Date(now.getTime() + 9 * 60_000) });
  expect(await db.$count(contactMessages)).toBe(2);
  await sendContactMessage({ viewer: null, message, now: new Date(now.getTime() + 11 * 60_000) });
  expect(await db.$count(contactMessages)).toBe(3);
});

test("a message with a filled honeypot field is not stored", async () => {
  const viewer = await addMember();
  await sendContactMessage({ viewer, message: { ...message, website: "https://spam.example" } });
  expect([await db.$count(contactMessages), await db.$count(emails)]).toEqual([0, 0]);
});

test("messages are deleted with the account, and it can send none afterwards", async () => {
  const viewer = await addMember();
  await sendContactMessage({ viewer, message });
  await deleteAccount({ viewer });
  expect([await db.$count(contactMessages), await db.$count(emails)]).toEqual([0, 0]);
  await expect(sendContactMessage({ viewer, message })).rejects.toThrow(NotAuthenticated);
  expect(await db.$count(users, eq(users.id, viewer.id))).toBe(0);
});

test("an invalid address of the account does not prevent the message", async () => {
  const viewer = { ...(await addMember()), email: "not an address" };
  await sendContactMessage({ viewer, message });
  expect(await db.select().from(contactMessages).orderBy(desc(contactMessages.id))).toMatchObject([typed]);
});

const messagesOf = (value: unknown) => {
  try {
    validate(contactSchema, value);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return error.fields;
    throw error;
  }
};

test("everything is required, and each field says what is wrong with it", () => {
  const missing = {
    name: ["名前を入力してください"],
    email: ["メールアドレスを入力してください"],
    subject: ["件名を選択してください"],
    message: ["お問い合わせ内容を入力してください"],
  };
  expect(messagesOf({})).toEqual(missing);
  expect(messagesOf({ name: " ", email: " ", subject: "", message: "\r\n" })).toEqual(missing);
  for (const email of ["kanade", "a@b", "a@example.com, b@example.com", "a@example.com\nBcc: b@example.com"])
    expect(messagesOf({ ...typed, email }), email).toEqual({
      email: ["メールアドレスの形式で入力してください"],
    });
  expect(messagesOf({ ...typed, subject: "別の件" })).toEqual({ subject: ["件名を選択してください"] });
  expect(messagesOf({ ...typed, message: "夜".repeat(4001) })).toEqual({
    message: ["お問い合わせ内容は4,000文字以内で入力してください"],
  });
  // Form posts send a line break as two characters; it counts as one.
  expect(messagesOf({ ...typed, message: `${"夜\r\n".repeat(1999)}夜夜` })).toEqual({});
  expect(contactSubjects).toHaveLength(6);
  for (const subject of contactSubjects) expect(messagesOf({ ...typed, subject })).toEqual({});
});
