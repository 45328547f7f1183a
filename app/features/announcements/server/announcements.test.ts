import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Invalid, Unavailable } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";
import { announcementHtml } from "./announcement-html.server.ts";
import { announce, endAnnouncement, endMaintenance, startMaintenance } from "./announcement-verbs.server.ts";
import { listAnnouncements } from "./list-announcements.server.ts";
import { currentAnnouncements, refuseDuringMaintenance } from "./site-state.server.ts";

withDatabase();

const actor = { kind: "admin", name: "花" } as const;
const minute = 60_000;
const lastAudit = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

test("what is planned shows from its beginning to its end, or until it is ended, and says who wrote it", async () => {
  const now = new Date();
  const at = (minutes: number) => new Date(now.getTime() + minutes * minute);
  const shown = (minutes: number) => currentAnnouncements(at(minutes)).map(({ text }) => text);
  await announce({ actor, text: "今夜は点検です", startsAt: null, endsAt: at(60), now });
  const { id } = await announce({ actor, text: "明日の話", startsAt: at(10), endsAt: null, now });
  expect([shown(0), shown(10), shown(60)]).toEqual([
    ["今夜は点検です"],
    ["明日の話", "今夜は点検です"],
    ["明日の話"],
  ]);
  expect(await lastAudit()).toMatchObject({
    actorName: "花",
    action: "announcement.create",
    targetId: `${id}`,
    after: { text: "明日の話" },
  });
  await endAnnouncement({ actor, id });
  expect(shown(10)).toEqual(["今夜は点検です"]);
  await expect(endAnnouncement({ actor, id })).rejects.toThrow(Conflict);
  const states = (await listAnnouncements()).map(({ state, createdBy }) => [state, createdBy]);
  expect(states).toEqual([
    ["ended", "花"],
    ["shown", "花"],
  ]);
  for (const endsAt of [at(-1), at(5)])
    await expect(announce({ actor, text: "逆", startsAt: at(10), endsAt, now })).rejects.toThrow(Invalid);
});

test("nothing is said, and nothing closed, without its row in the audit log", async () => {
  const before = await listAnnouncements();
  const said = { actor: unrecordableActor, text: "影", startsAt: null, endsAt: null };
  await expect(announce(said)).rejects.toThrow();
  await expect(startMaintenance({ actor: unrecordableActor, until: null, note: "" })).rejects.toThrow();
  expect(await listAnnouncements()).toEqual(before);
  expect(refuseDuringMaintenance).not.toThrow();
});

test("a maintenance refuses changes, says until when, and ends", async () => {
  const until = new Date("2036-11-28T05:00:00+09:00");
  await startMaintenance({ actor, until, note: "引っ越しです" });
  expect(refuseDuringMaintenance).toThrow(Unavailable);
  expect(refuseDuringMaintenance).toThrow("（2036/11/28 5:00ごろまで）");
  await endMaintenance({ actor });
  expect(refuseDuringMaintenance).not.toThrow();
  await expect(endMaintenance({ actor })).rejects.toThrow(Conflict);
  await expect(startMaintenance({ actor, until: new Date(0), note: "" })).rejects.toThrow(Invalid);
});

test("texts of operators are no markup, and the maintenance can't be closed", () => {
  const announcement = { id: 3, text: "<b>太い</b>", startsAt: new Date(), endsAt: null };
  const html = announcementHtml({
    announcement,
    maintenance: { until: null, note: '"引用"' },
    path: "/search?q=<夜>",
  });
  expect(html).toContain("&lt;b&gt;太い");
  expect(html).toContain("&quot;引用&quot;");
  expect(html).toContain('value="/search?q=&lt;夜&gt;"');
  expect(html.match(/<form/g)).toHaveLength(1);
});
