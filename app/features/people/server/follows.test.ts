import { eq, or } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { AccountNotApproved, Conflict, DomainError, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findPerson, findPersonOfPage } from "./find-person.server.ts";
import { followMember, unfollowMember } from "./follow-member.server.ts";
import { isFollowing, listFollowers, listFollowing } from "./list-follows.server.ts";

withDatabase();

/** Both counters of a member beside the rows that they must equal. */
async function counters(id: string) {
  const [account] = await db
    .select({ followers: users.followerCount, following: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const rows = {
    followers: await db.$count(follows, eq(follows.followingId, id)),
    following: await db.$count(follows, eq(follows.followerId, id)),
  };
  return { account, rows };
}

async function expectCounted(id: string, expected: { followers: number; following: number }) {
  expect(await counters(id)).toEqual({ account: expected, rows: expected });
}

const setState = (id: string, state: "pending" | "denied") =>
  write((tx) => tx.update(users).set({ state }).where(eq(users.id, id)).returning({ id: users.id }));

test("a follow counts once on both sides, and so does its end", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await followMember({ viewer, userId: other.id })).toEqual({ isFollowing: true, followerCount: 1 });
  }
  expect(await isFollowing({ viewer, userId: other.id })).toBe(true);
  expect(await isFollowing({ viewer: other, userId: viewer.id })).toBe(false);
  await expectCounted(viewer.id, { followers: 0, following: 1 });
  await expectCounted(other.id, { followers: 1, following: 0 });
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await unfollowMember({ viewer, userId: other.id })).toEqual({
      isFollowing: false,
      followerCount: 0,
    });
  }
  await expectCounted(viewer.id, { followers: 0, following: 0 });
  await expectCounted(other.id, { followers: 0, following: 0 });
});

test("nobody follows themselves, nobody unknown, waiting or denied; and nothing is counted", async () => {
  const viewer = await addMember();
  await expect(followMember({ viewer, userId: viewer.id })).rejects.toThrow(Conflict);
  const targets = [
    "nobody",
    ...(await Promise.all([addMember({ state: "pending" }), addMember({ state: "denied" })])).map(
      ({ id }) => id,
    ),
  ];
  for (const userId of targets) await expect(followMember({ viewer, userId })).rejects.toThrow(NotFound);
  await expect(unfollowMember({ viewer, userId: "nobody" })).rejects.toThrow(NotFound);
  await expectCounted(viewer.id, { followers: 0, following: 0 });
});

/** Counters beside what the lists show. */
async function shown(id: string) {
  const [account] = await db
    .select({ followers: users.followerCount, following: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const lists = {
    followers: (await listFollowers({ viewer: null, userId: id, limit: 100 })).records.length,
    following: (await listFollowing({ viewer: null, userId: id, limit: 100 })).records.length,
  };
  expect(account).toEqual(lists);
  return [lists.followers, lists.following];
}

test("an account counts for others exactly while it is listed: denied, unfollowed, approved, deleted", async () => {
  const [a, b, c, star] = [await addMember(), await addMember(), await addMember(), await addMember()];
  for (const viewer of [a, b, c]) {
    await followMember({ viewer, userId: star.id });
    await followMember({ viewer: star, userId: viewer.id });
  }
  const of = async () => Promise.all([a, b, c, star].map(({ id }) => shown(id)));
  expect(await of()).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [3, 3],
  ]);
  // Twice denied is denied once.
  for (const { id } of [star, star, b]) await denyAccount({ actor: operatorActor, userId: id });
  expect(await of()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [2, 2],
  ]);

  // A denied account can be unfollowed; one that was never followed is not found.
  expect(await unfollowMember({ viewer: a, userId: star.id })).toEqual({
    isFollowing: false,
    followerCount: 1,
  });
  await expect(unfollowMember({ viewer: a, userId: star.id })).rejects.toThrow(NotFound);
  await expect(followMember({ viewer: b, userId: c.id })).rejects.toThrow(AccountNotApproved);
  expect(await of()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 2],
  ]);

  for (const { id } of [star, star]) await approveAccount({ actor: operatorActor, userId: id });
  expect(await of()).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 2],
  ]);
  await deleteAccount({ viewer: b });
  expect(await Promise.all([a, c, star].map(({ id }) => shown(id)))).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});

test("denying, approving, following and deleting at once leave every counter equal to its list", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addMember()));
  const pairs = people.flatMap((viewer) =>
    people.filter((other) => other !== viewer).map((other) => ({ viewer, userId: other.id })),
  );
  const ignoreDomainErrors = (work: Promise<unknown>) =>
    work.catch((error: unknown) => expect(error).toBeInstanceOf(DomainError));
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      ...pairs.map((pair, n) =>
        ignoreDomainErrors((n + round) % 3 === 0 ? unfollowMember(pair) : followMember(pair)),
      ),
      ...people.slice(0, 3).map(({ id }) => denyAccount({ actor: operatorActor, userId: id })),
      ...people.slice(1, 4).map(({ id }) => approveAccount({ actor: operatorActor, userId: id })),
    ]);
    for (const { id } of people) await shown(id);
  }
  const [gone, ...left] = people;
  if (gone)
    await Promise.all([
      deleteAccount({ viewer: gone }),
      ...pairs.map((pair) => ignoreDomainErrors(followMember(pair))),
    ]);
  for (const { id } of left) await shown(id);
});

test("50 follows and unfollows of one member at once leave the counters equal to the rows", async () => {
  const star = await addMember();
  const fans = await Promise.all(Array.from({ length: 5 }, () => addMember()));
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const viewer = fans[n % fans.length] ?? star;
      // Each fan follows and unfollows in turn, and all of it at the same time.
      const act = Math.floor(n / fans.length) % 2 === 0 ? followMember : unfollowMember;
      return act({ viewer, userId: star.id });
    }),
  );
  const { account, rows } = await counters(star.id);
  expect(account).toEqual(rows);
  for (const fan of fans) {
    const mine = await counters(fan.id);
    expect(mine.account).toEqual(mine.rows);
  }
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => followMember({ viewer: fans[n % 5] ?? star, userId: star.id })),
  );
  await expectCounted(star.id, { followers: 5, following: 0 });
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => unfollowMember({ viewer: fans[n % 5] ?? star, userId: star.id })),
  );
  await expectCounted(star.id, { followers: 0, following: 0 });
});

test("two who follow each other at the same moment both do", async () => {
  const [a, b] = [await addMember(), await addMember()];
  for (let round = 0; round < 10; round++) {
    const act = round % 2 === 0 ? followMember : unfollowMember;
    await Promise.all([
      act({ viewer: a, userId: b.id }),
      act({ viewer: b, userId: a.id }),
      act({ viewer: a, userId: b.id }),
      act({ viewer: b, userId: a.id }),
    ]);
    const each = round % 2 === 0 ? 1 : 0;
    for (const { id } of [a, b]) await expectCounted(id, { followers: each, following: each });
  }
});

test("lists hold every approved account once, the latest follow first, also where many have the same time", async () => {
  const star = await addMember();
  const moment = new Date("2026-01-01T00:00:00Z");
  const names: string[] = [];
  for (let n = 0; n < 7; n++) {
    const fan = await addMember({ name: `fan ${n}`, isPremium: n === 0, customUserId: `fan-${n}` });
    const createdAt = n < 4 ? moment : new Date(moment.getTime() + n);
    await write((tx) =>
      tx.insert(follows).values([
        { followerId: fan.id, followingId: star.id, createdAt },
        { followerId: star.id, followingId: fan.id, createdAt },
      ]),
    );
    names.unshift(fan.name);
    if (n === 5) {
      await setState(fan.id, "denied");
      names.shift();
    }
  }
  for (const list of [listFollowers, listFollowing]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ viewer: null, userId: star.id, limit: 2, cursor });
      seen.push(...page.records.map(({ person }) => person.name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(names);
  }
  const [last] = (await listFollowers({ viewer: null, userId: star.id, limit: 100 })).records.slice(-1);
  expect(last?.createdAt).toEqual(moment);
  expect(last?.person).toEqual({
    id: expect.any(String),
    name: "fan 0",
    picture: null,
    customUserId: "fan-0",
    isPremium: true,
  });
});

test("a person is found by id or, ignoring case, by the chosen name; others are not", async () => {
  const member = await addMember({ customUserId: "Kanade_01" });
  for (const idOrCustomId of [member.id, "Kanade_01", "kanade_01", "KANADE_01"]) {
    const person = await findPerson({ idOrCustomId });
    expect(person.id).toBe(member.id);
    expect(person).not.toHaveProperty("email");
  }
  await write((tx) => addOfficialAccount(tx));
  await write((tx) => addOfficialAccount(tx));
  for (const idOrCustomId of ["mugen", "Mugen", "mugen_official"]) {
    expect(await findPerson({ idOrCustomId })).toMatchObject({ id: "mugen", name: "Mugen", picture: "∞" });
  }
  await setState(member.id, "pending");
  const hostile = ["", "nobody", "robots.txt", "a b", "' or 1=1 --", "\0", "\ud800", "％", "x".repeat(5000)];
  for (const idOrCustomId of [member.id, "kanade_01", ...hostile]) {
    await expect(findPerson({ idOrCustomId }), idOrCustomId).rejects.toThrow("ユーザーが見つかりません");
  }
  expect((await findPersonOfPage({ segment: "Mugen" })).id).toBe("mugen");
  await expect(findPersonOfPage({ segment: "kanade_01" })).rejects.toThrow("ユーザーが見つかりません");
  for (const segment of ["faq", "Terms", "robots.txt"])
    await expect(findPersonOfPage({ segment }), segment).rejects.toThrow("ページが見つかりません");
});

test("premium shows only while it lasts", async () => {
  const member = await addMember({ isPremium: true });
  expect((await findPerson({ idOrCustomId: member.id })).isPremium).toBe(true);
  const fan = await addMember();
  await followMember({ viewer: member, userId: fan.id });
  await write((tx) =>
    tx
      .update(users)
      .set({ premiumEndDate: new Date(Date.now() - 1000) })
      .where(or(eq(users.id, member.id), eq(users.id, fan.id))),
  );
  expect((await findPerson({ idOrCustomId: member.id })).isPremium).toBe(false);
  const [record] = (await listFollowers({ viewer: null, userId: fan.id, limit: 1 })).records;
  expect(record?.person.isPremium).toBe(false);
});
