import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { auditLog, caseEntries, contactMessages, emails } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import {
  addContactNote,
  handleContactMessage,
  reopenContactMessage,
  replyToContactMessage,
} from "./contact-message-verbs.server.ts";
import { findContactCasesByEmail, findContactMessage, listContactCases } from "./contact-messages.server.ts";
import { sendContactMessage } from "./send-contact-message.server.ts";

withDatabase();
withSettings({ SUPPORT_EMAIL: "support@mugen.example" });

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(contactMessages);
    await tx.delete(emails);
    await tx.delete(auditLog);
  });
});

const actor = { kind: "admin", name: "admin" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));

/** Sends a message. Returns its id. */
async function receive(
  options: { from?: string; minute?: number; viewer?: Awaited<ReturnType<typeof addMember>> } = {},
) {
  const { from = "kanade@example.com", minute = 1, viewer = null } = options;
  await sendContactMessage({
    viewer,
    message: {
      name: "夜野 かなで",
      email: from,
      subject: "技術的な問題",
      message: `音が出ません。${minute}`,
    },
    now: at(minute),
  });
  const rows = await db.select({ id: contactMessages.id }).from(contactMessages).orderBy(contactMessages.id);
  return rows.at(-1)?.id ?? 0;
}

const states = async (state: "open" | "answered" | "handled") =>
  (await listContactCases({ state, offset: 0, limit: 10, maxTotal: 100 })).cases.map(({ id }) => id);

test("a reply goes to the typed address with the message quoted, closes the message and is kept with it", async () => {
  const viewer = await addMember();
  const id = await receive({ from: "typed@example.com", viewer });
  await write((tx) => tx.delete(emails));
  await replyToContactMessage({
    id,
    seenVersion: 1,
    text: "お待たせしました。\n直りました。",
    actor,
    now: at(5),
  });
  expect(await db.select().from(emails)).toMatchObject([
    {
      to: "typed@example.com",
      replyTo: "support@mugen.example",
      userId: viewer.id,
      template: "contact-reply",
      values: {
        reply: "お待たせしました。\n直りました。",
        message: "音が出ません。1",
        subject: "技術的な問題",
      },
    },
  ]);
  const { cases } = await listContactCases({ state: "answered", offset: 0, limit: 10, maxTotal: 100 });
  expect(cases).toMatchObject([
    {
      id,
      version: 2,
      handledAt: at(5),
      account: { id: viewer.id, email: viewer.email },
      entries: [{ kind: "reply", author: "admin", text: "お待たせしました。\n直りました。" }],
    },
  ]);
  expect(await db.select().from(auditLog)).toMatchObject([
    {
      action: "message.reply",
      actorName: "admin",
      targetType: "message",
      targetId: String(id),
      before: { state: "open" },
      after: { state: "answered" },
    },
  ]);
});

test("a message is closed without a reply, opened again and noted; each step is in the log and in the case", async () => {
  const id = await receive();
  expect(await handleContactMessage({ id, seenVersion: 1, actor })).toBe(true);
  expect(await handleContactMessage({ id, actor })).toBe(false);
  expect([await states("open"), await states("handled")]).toEqual([[], [id]]);
  await addContactNote({ id, text: "折り返し待ち", actor });
  expect(await reopenContactMessage({ id, actor: { kind: "operator" } })).toBe(true);
  expect(await reopenContactMessage({ id, actor })).toBe(false);
  const [found] = (await listContactCases({ state: "open", offset: 0, limit: 10, maxTotal: 100 })).cases;
  expect(found).toMatchObject({ handledAt: null, outcome: null, version: 3, account: null });
  expect(found?.entries.map(({ kind, author, text }) => [kind, author, text])).toEqual([
    ["handle", "admin", ""],
    ["note", "admin", "折り返し待ち"],
    ["reopen", "コマンド", ""],
  ]);
  const log = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action }) => action)).toEqual(["message.handle", "message.note", "message.reopen"]);
});

test("of two tabs the second learns what the first did, and two replies at once are one", async () => {
  const id = await receive();
  await handleContactMessage({ id, seenVersion: 1, actor });
  const late = replyToContactMessage({ id, seenVersion: 1, text: "こんにちは", actor });
  await expect(late).rejects.toThrow(Conflict);
  await expect(late).rejects.toThrow("いまは「対応済み」です");
  const replies = await Promise.allSettled(
    ["直りました", "直しました", "直りました"].map((text) =>
      replyToContactMessage({ id, seenVersion: 2, text, actor }),
    ),
  );
  // The form of the first, posted twice, is answered twice.
  expect(replies.map(({ status }) => status)).toSatisfy(
    (all: string[]) => all[0] === all[2] && all[0] !== all[1],
  );
  expect(await db.$count(emails, eq(emails.template, "contact-reply"))).toBe(1);
});

test("without its row in the audit log nothing changes and nothing is sent", async () => {
  const id = await receive();
  await write((tx) => tx.delete(emails));
  const before = await findContactMessage(id);
  for (const act of [
    () => replyToContactMessage({ id, seenVersion: 1, text: "直りました", actor }),
    () => handleContactMessage({ id, actor }),
    () => addContactNote({ id, text: "メモ", actor }),
  ]) {
    vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
    await expect(act()).rejects.toThrow("no audit");
  }
  expect(await findContactMessage(id)).toEqual(before);
  expect([await db.$count(emails), await db.$count(caseEntries)]).toEqual([0, 0]);
});

test("the open ones come with the oldest first; those of an address are found whatever its case; deleted ones are not found", async () => {
  const [first, second] = [
    await receive({ minute: 1 }),
    await receive({ from: "Hibiki@Example.com", minute: 2 }),
  ];
  const viewer = await addMember();
  const third = await receive({ minute: 3, viewer });
  expect(await states("open")).toEqual([first, second, third]);
  const page = await listContactCases({ state: "open", offset: 1, limit: 1, maxTotal: 2 });
  expect([page.cases.map(({ id }) => id), page.total]).toEqual([[second], 2]);
  expect((await findContactCasesByEmail(" hibiki@example.COM ", 10)).map(({ id }) => id)).toEqual([second]);
  const ofMember = await listContactCases({ userId: viewer.id, offset: 0, limit: 10, maxTotal: 10 });
  expect(ofMember.cases.map(({ id }) => id)).toEqual([third]);
  await addContactNote({ id: third, text: "メモ", actor });
  await deleteAccount({ viewer });
  await expect(handleContactMessage({ id: third, actor })).rejects.toThrow(NotFound);
  expect(await db.$count(caseEntries)).toBe(0);
});
