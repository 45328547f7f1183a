import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { renderEmail } from "#app/features/mail/email-texts.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { db, write } from "#db/client.ts";
import { digestEmails, emails, notifications } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { notify } from "../server/notify.server.ts";
import { chooseDigest, nextDigest, sendDigests, stopDigest, wantsDigest } from "./digest-email.server.ts";

withDatabase();

const evening = new Date("2026-12-01T10:00:00Z");
const before = new Date(evening.getTime() - hourMs);

async function reader() {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id, title: "灯台の話" });
  const like = async (name: string) => {
    const { id: actorId } = await addMember({ name });
    await write((tx) =>
      notify(tx, { userId: viewer.id, event: { type: "like", trackId, actorId }, now: before }),
    );
  };
  const sent = async () =>
    (await db.select().from(emails).where(eq(emails.userId, viewer.id))).map(({ template, values, to }) => ({
      ...{ template, to },
      lines: String(values.lines).split("\n"),
      isMore: values.isMore !== "",
    }));
  return { viewer, trackId, like, sent };
}

test("it is due at seven in the evening, Asia/Tokyo", () => {
  expect(nextDigest(before)).toEqual(evening);
  expect(nextDigest(evening)).toEqual(new Date(evening.getTime() + dayMs));
});

test("what is unread and came since it was asked for is told once, grouped as on the page", async () => {
  const { viewer, like, sent } = await reader();
  await like("早すぎる人");
  await chooseDigest({ viewer, isWanted: true, now: before });
  await chooseDigest({ viewer, isWanted: true, now: before });
  expect(await wantsDigest({ viewer })).toBe(true);
  expect(await sendDigests(before)).toBe(0);
  // Nothing came: no email, and the next evening is the next time.
  expect(await sendDigests(evening)).toBe(0);
  await like("海辺 なぎ");
  await like("朝野 ひかる");
  const { id: followerId } = await addMember({ name: "夜野 かなで" });
  await write((tx) =>
    notify(tx, { userId: viewer.id, event: { type: "follow", actorId: followerId }, now: before }),
  );
  expect(await sendDigests(evening)).toBe(0);
  const next = new Date(evening.getTime() + dayMs);
  expect(await Promise.all([sendDigests(next), sendDigests(next)]).then(([a, b]) => a + b)).toBe(1);
  expect(await sent()).toEqual([
    {
      ...{ template: "digest", to: viewer.email, isMore: false },
      lines: ["夜野 かなでがあなたをフォローしました", "朝野 ひかる他2人が「灯台の話」にいいねしました"],
    },
  ]);
  expect(await sendDigests(new Date(next.getTime() + dayMs))).toBe(0);

  await like("読まれた人");
  await write((tx) =>
    tx.update(notifications).set({ isRead: true }).where(eq(notifications.userId, viewer.id)),
  );
  expect(await sendDigests(new Date(next.getTime() + 2 * dayMs))).toBe(0);
});

test("ten are named; the link stops it once; who is suspended, or has chosen so, gets none", async () => {
  const { viewer, sent } = await reader();
  await chooseDigest({ viewer, isWanted: true, now: before });
  for (let count = 0; count < 11; count++) {
    const trackId = await addTrack({ userId: viewer.id, title: `話${count}` });
    await write((tx) =>
      notify(tx, { userId: viewer.id, event: { type: "milestone_100", trackId }, now: before }),
    );
  }
  expect(await sendDigests(evening)).toBe(1);
  const [email] = await sent();
  expect(email).toMatchObject({ isMore: true });
  expect(email?.lines).toHaveLength(10);
  const [row] = await db.select().from(digestEmails).where(eq(digestEmails.userId, viewer.id));
  const [stored] = await db.select().from(emails).where(eq(emails.userId, viewer.id));
  const rendered = await renderEmail("digest", stored?.values ?? {}, { origin: "https://mugen.example" });
  expect(rendered).toMatchObject({
    stopHref: `https://mugen.example/unsubscribe/notifications/${row?.token}`,
    stopsByPost: true,
  });
  await stopDigest(row?.token ?? "");
  await expect(stopDigest(row?.token ?? "")).rejects.toThrow(NotFound);
  expect(await wantsDigest({ viewer })).toBe(false);

  const other = await reader();
  await chooseDigest({ viewer: other.viewer, isWanted: true, now: before });
  await other.like("海辺 なぎ");
  await suspendAccount({ userId: other.viewer.id, actor: { kind: "operator" }, reason: "確認中" });
  expect(await sendDigests(evening)).toBe(0);
  await chooseDigest({ viewer: other.viewer, isWanted: false });
  expect(await wantsDigest({ viewer: other.viewer })).toBe(false);
});
