import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Invalid, NotFound } from "#app/features/domain-error.ts";
import { setInvitationMessage } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { listMyInvitations } from "#app/features/invitations/server/list-invitations.server.ts";
import {
  findOpenInvitation,
  redeemInvitation,
} from "#app/features/invitations/server/redeem-invitation.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { clearRankingCache } from "#app/features/search/server/recommend-tracks.server.ts";
import { db, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { loadWelcome } from "./load-welcome.server.ts";
import { recordAgeStatement } from "./record-age-statement.server.ts";

withDatabase();

test("an invitation says who invites, in their words, until it is used; reading it uses nothing up", async () => {
  const inviter = await addMember({ name: "灯" });
  const [{ code = "" } = {}] = await listMyInvitations({ viewer: inviter });
  await setInvitationMessage({ viewer: inviter, code, message: "夜の散歩のお供にどうぞ" });
  for (let time = 0; time < 2; time++)
    expect(await findOpenInvitation(code)).toEqual({
      inviter: { id: inviter.id, name: "灯", picture: null },
      message: "夜の散歩のお供にどうぞ",
    });
  await setInvitationMessage({ viewer: inviter, code, message: null });
  expect((await findOpenInvitation(code))?.message).toBeNull();
  await write((tx) => redeemInvitation(tx, code));
  expect(await findOpenInvitation(code)).toBeNull();
});

test("words that may do harm are refused, and nobody writes on the invitation of another", async () => {
  const [inviter, stranger] = [await addMember(), await addMember()];
  const [{ code = "" } = {}] = await listMyInvitations({ viewer: inviter });
  const write = (message: string, viewer = inviter) => setInvitationMessage({ viewer, code, message });
  await expect(write("お前を殺してやる")).rejects.toThrow(Invalid);
  await expect(write("どうぞ", stranger)).rejects.toThrow(NotFound);
  expect((await findOpenInvitation(code))?.message).toBeNull();
});

test("a newcomer is offered who invited them and three authors, none twice and not themselves", async () => {
  const [inviter, viewer] = [await addMember({ name: "招いた人" }), await addMember()];
  await updateUser(viewer.id, { invitedById: inviter.id });
  await addTrack({ userId: inviter.id });
  await addTrack({ userId: viewer.id });
  for (let n = 0; n < 4; n++) {
    const author = await addMember();
    for (let time = 0; time < 2; time++) await addTrack({ userId: author.id });
  }
  clearRankingCache();
  const { people } = await loadWelcome({ viewer });
  expect(people.map(({ why }) => why === "招待してくれた人")).toEqual([true, false, false, false]);
  expect(new Set(people.map(({ id }) => id)).size).toBe(4);
  expect(people.every(({ id, isFollowed }) => id !== viewer.id && !isFollowed)).toBe(true);
  await followMember({ viewer, userId: inviter.id });
  expect((await loadWelcome({ viewer })).people.map(({ isFollowed }) => isFollowed)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a newcomer states their age once; the first time counts", async () => {
  const viewer = await addMember();
  expect(await loadWelcome({ viewer })).toMatchObject({ hasStatedAge: false });
  const [first, second] = [new Date(Date.UTC(2026, 10, 28)), new Date(Date.UTC(2026, 10, 29))];
  await recordAgeStatement({ viewer, now: first });
  await recordAgeStatement({ viewer, now: second });
  expect(await loadWelcome({ viewer })).toMatchObject({ hasStatedAge: true });
  const [account] = await db
    .select({ ageStatedAt: users.ageStatedAt })
    .from(users)
    .where(eq(users.id, viewer.id));
  expect(account?.ageStatedAt).toEqual(first);
});
