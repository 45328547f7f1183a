import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { write } from "#db/client.ts";
import { playbacks, trackReports, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { collectStatements } from "#test/databases/count-statements.ts";
import { explainStatements } from "#test/databases/query-plan.ts";
import { addTrack } from "#test/tracks.ts";
import type { MemberFilter, MemberSort } from "../admin-members.ts";
import { listMembers } from "./list-members.server.ts";

withDatabase();

async function find(search: string, filter: MemberFilter = "all", page = 1, limit = 10, by?: "email") {
  const query = { search, filter, page, limit, ...(by && { by }) };
  const { members, filtered, next } = await listMembers(query);
  return { ids: members.map(({ id }) => id), count: filtered.count, next };
}

const change = (id: string, values: Partial<typeof users.$inferInsert>) =>
  write((tx) => tx.update(users).set(values).where(eq(users.id, id)).returning({ id: users.id }));

test("a member is found by parts of the name or user id, by the beginning of an id or an address", async () => {
  const member = await addMember({ name: "真夜中 カナデ", customUserId: "Yoru_Kanade" });
  const other = await addMember({ name: "朝野 ひかり" });
  for (const text of [
    "夜中",
    "かなで",
    "ｶﾅﾃﾞ",
    "中　かな",
    "kana",
    "YORU_",
    "真",
    member.id,
    member.id.slice(0, 8).toUpperCase(),
  ])
    expect(await find(text), text).toEqual({ ids: [member.id], count: 1, next: null });
  for (const email of [member.email, member.email.slice(0, 14).toUpperCase()])
    expect(await find(email, "all", 1, 10, "email")).toEqual({ ids: [member.id], count: 1, next: null });
  const hexName = await addMember({ name: "人 0a1b2c3d" });
  expect(await find("0A1b2c3d")).toMatchObject({ ids: [hexName.id] });
  for (const text of ["夜中 ひかり", "中か", "_%", "@example", `${member.email}x`])
    expect(await find(text), text).toEqual({ ids: [], count: 0, next: null });

  await change(member.id, { name: "別の名前" });
  expect(await find("かなで")).toMatchObject({ ids: [] });
  expect(await find("別の")).toMatchObject({ ids: [member.id] });
  await write((tx) => tx.delete(users).where(eq(users.id, member.id)));
  expect(await find("別の")).toMatchObject({ ids: [], count: 0 });
  expect(await find("朝野")).toMatchObject({ ids: [other.id] });
});

test("filters with their counts, alone and with a search", async () => {
  const name = "篩";
  const [pending, denied, premium, expired, mute] = await Promise.all([
    addMember({ name, state: "pending" }),
    addMember({ name, state: "denied" }),
    addMember({ name, isPremium: true }),
    addMember({ name, isPremium: true }),
    addMember({ name }),
  ]);
  await change(expired.id, { premiumEndDate: new Date(Date.now() - 1000) });
  await change(mute.id, { canInvite: false });
  const expected: [MemberFilter, string[]][] = [
    ["pending", [pending.id]],
    ["denied", [denied.id]],
    ["premium", [premium.id]],
    ["no-invite", [mute.id]],
  ];
  for (const [filter, ids] of expected) {
    expect(await find(name, filter), filter).toEqual({ ids, count: 1, next: null });
    expect(await find("", filter), filter).toEqual({ ids, count: 1, next: null });
  }
  expect((await find(name, "approved")).ids.sort()).toEqual([premium.id, expired.id, mute.id].sort());
  const { members } = await listMembers({ search: name, filter: "premium", page: 1, limit: 10 });
  expect(members).toMatchObject([{ isPremium: true, totalPremiumMonths: 0, state: "approved" }]);
});

test("pages by number and by cursor show everybody once, the newest first", async () => {
  const added: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { id } = await addMember({ name: "頁の人" });
    await change(id, { createdAt: new Date(Date.now() + n * 1000) });
    added.unshift(id);
  }
  for (const search of ["頁の", ""]) {
    const byNumber = [];
    for (const page of [1, 2, 3]) byNumber.push(...(await find(search, "all", page, 3)).ids);
    expect(byNumber.slice(0, 7)).toEqual(added);
    const first = await listMembers({ search, filter: "all", page: 1, limit: 3 });
    const second = await listMembers({
      search,
      filter: "all",
      page: 1,
      limit: 3,
      cursor: first.next ?? "",
    });
    expect(second.members.map(({ id }) => id)).toEqual(byNumber.slice(3, 6));
    expect(second.filtered).toEqual(first.filtered);
  }
  expect(
    (await listMembers({ search: "", filter: "all", page: 1, limit: 3, cursor: "x" })).members,
  ).toHaveLength(3);
});

test("members are sorted by when they last heard something, and by reports and takedowns of their tracks", async () => {
  const [one, two, three] = [await addMember(), await addMember(), await addMember()];
  const trackIds = [];
  for (const { id } of [one, two, two]) trackIds.push(await addTrack({ userId: id }));
  const [ofOne = 0, ofTwo = 0, another = 0] = trackIds;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));
  await write(async (tx) => {
    const report = { reason: "spam" as const, createdAt: at(0) };
    await tx.insert(trackReports).values([ofOne, ofTwo, another].map((trackId) => ({ trackId, ...report })));
    const queue = { name: "", path: "/", isPlaylist: false, next: null, trackIds: [] };
    const playing = { deviceId: "d", isPlaying: false, positionMs: 0, rate: 1, queue };
    for (const [minute, { id: userId }] of [three, one].entries())
      await tx.insert(playbacks).values({ ...playing, userId, trackId: ofOne, updatedAt: at(minute) });
  });
  await takeDownTrack({ actor: { kind: "operator" }, trackId: ofOne, reason: null });
  const list = async (sort: MemberSort, filter: MemberFilter = "all") => {
    const { members, filtered, facts } = await listMembers({
      ...{ search: "", filter, sort, page: 1, limit: 10, now: at(10) },
    });
    return { ids: members.map(({ id }) => id), count: filtered.count, facts };
  };
  expect(await list("reports")).toEqual({
    ids: [two.id, one.id],
    count: 2,
    facts: { [two.id]: "報告 2件", [one.id]: "報告 1件" },
  });
  expect(await list("takedowns")).toMatchObject({ ids: [one.id], facts: { [one.id]: "公開停止 1件" } });
  expect(await list("heard")).toMatchObject({
    ids: [one.id, three.id],
    facts: { [one.id]: "最後に聴いた：9分前" },
  });
  expect(await list("heard", "denied")).toMatchObject({ ids: [], count: 0 });
  const reads = (
    await collectStatements(async () => {
      for (const sort of ["heard", "reports", "takedowns"] as const) await list(sort, "approved");
    })
  ).filter((statement) => statement.includes("newest"));
  expect(reads).toHaveLength(3);
  const scan = /Seq Scan|SCAN (playbacks|track_reports|tracks|users)(?!.*USING)/;
  const explained = await explainStatements(reads);
  expect(explained.filter(({ plan }) => plan.some((step) => scan.test(step)))).toEqual([]);
});
