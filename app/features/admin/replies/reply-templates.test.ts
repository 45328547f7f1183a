import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadInquiries } from "#app/features/admin/inquiries/load-inquiries.server.ts";
import {
  deleteReplyTemplate,
  listReplyTemplates,
  saveReplyTemplate,
} from "#app/features/contact/reply-templates.server.ts";
import { fillReplyTemplate } from "#app/features/contact/reply-templates.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { auditLog, contactMessages } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";

withDatabase();

const actor = { kind: "admin", name: "花" } as const;

test("a place becomes what the message says, whatever that looks like", () => {
  const message = { name: "$& {件名}", subject: "{名前}と声" };
  expect(fillReplyTemplate("{名前}へ。{件名}の件。{ほか}", message)).toBe(
    "$& {件名} 様へ。$& {件名} 様と声の件。{ほか}",
  );
});

test("templates are saved, changed and deleted with who did it; a reply begins with the chosen one", async () => {
  await saveReplyTemplate({ actor, id: null, title: "挨拶", text: "{名前}、ありがとうございます。" });
  const [template] = await listReplyTemplates();
  const id = template?.id ?? 0;
  await saveReplyTemplate({ actor, id, title: "お礼", text: "{名前}、お便りをありがとうございます。" });
  const [message] = await write((tx) =>
    tx
      .insert(contactMessages)
      .values({
        name: "夜野",
        email: "a@example.com",
        subject: "声",
        message: "こんばんは",
        createdAt: new Date(),
      })
      .returning({ id: contactMessages.id }),
  );
  const filter = { tab: "messages", messageState: "all", reportState: "open", template: id } as const;
  const { messages } = await loadInquiries({ ...filter, id: message?.id }, 1);
  expect(messages?.draft).toEqual({
    templateId: id,
    text: "夜野 様、お便りをありがとうございます。",
  });
  // Of a list nobody is chosen.
  expect((await loadInquiries(filter, 1)).messages?.draft).toBeNull();

  const unrecorded = { actor: unrecordableActor, id, title: "影", text: "影" };
  await expect(saveReplyTemplate(unrecorded)).rejects.toThrow();
  await expect(deleteReplyTemplate(unrecorded)).rejects.toThrow();
  expect(await listReplyTemplates()).toMatchObject([{ id, title: "お礼" }]);
  await deleteReplyTemplate({ actor, id });
  expect(await listReplyTemplates()).toEqual([]);
  await expect(saveReplyTemplate({ ...unrecorded, actor })).rejects.toThrow(NotFound);
  const log = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(3);
  expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["reply-template.delete", "花"],
    ["reply-template.save", "花"],
    ["reply-template.save", "花"],
  ]);
});
