import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { findSession, startSession } from "#app/features/accounts/sessions/session.server.ts";
import { signInLocally } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import { type Actor, operatorActor } from "#app/features/audit/actor.ts";
import {
  Conflict,
  DomainError,
  Forbidden,
  Invalid,
  NotAuthenticated,
  NotFound,
  ReauthenticationRequired,
} from "#app/features/domain-error.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import * as mail from "#app/features/mail/send-email.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { db, write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import * as errors from "#db/errors.ts";
import {
  auditLog,
  emails,
  notifications,
  sessions,
  signInMoves,
  stripeAddressChanges,
  tracks,
  users,
} from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { collectStatements } from "#test/databases/count-statements.ts";
import { planOf, pretendStatistics } from "#test/databases/query-plan.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { cancelSignInMove } from "./cancel-sign-in-move.server.ts";
import { completeSignInMoves } from "./complete-sign-in-moves.server.ts";
import { moveMessages, waitingDays } from "./sign-in-move.ts";
import { findMoveAway, findMoveByLink, findSignInMoveOf, listSignInMoves } from "./sign-in-moves.server.ts";
import { startSignInMove } from "./start-sign-in-move.server.ts";

/** Codes of the transactions that Postgres aborted; `write` runs them again. */
const abortedWith: string[] = [];
const { isRetryable } = errors;
vi.spyOn(errors, "isRetryable").mockImplementation((error) => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (isRetryable(error) && cause instanceof Error && "code" in cause) abortedWith.push(String(cause.code));
  return isRetryable(error);
});

withDatabase();

// The order of locks (docs/decisions/0006) prevents deadlocks (40P01).
afterEach(() => expect(abortedWith).not.toContain("40P01"));
afterEach(() => write((tx) => tx.delete(signInMoves)));

const actor: Actor = { kind: "admin", name: "mugi" };
const proof = "最初の投稿の題名と、招待した方の名前";
const dayMs = 24 * 60 * 60 * 1000;
const after = (days: number) => new Date(Date.now() + days * dayMs);
const done = () => completeSignInMoves(after(waitingDays + 1));

const start = (o: { userId: string; newAccount: string; actor?: Actor }) =>
  startSignInMove({ actor, proof, ...o });

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
const emailsTo = async (to: string) =>
  (await db.select().from(emails).where(eq(emails.to, to)).orderBy(emails.createdAt)).map(
    ({ template, values }) => ({
      template,
      values,
    }),
  );
const logOf = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);

/** A member with a track, and the empty account that they made after losing their sign-in. */
async function addPair() {
  const [old, fresh] = [await addMember({ name: "夜野" }), await addMember({ name: "夜野（新）" })];
  const trackId = await addTrack({ userId: old.id });
  return { old, fresh, trackId };
}

async function begun() {
  const pair = await addPair();
  await start({ userId: pair.old.id, newAccount: pair.fresh.id });
  const sent = await emailsTo(pair.old.email);
  return { ...pair, token: String(sent.at(-1)?.values.token) };
}

test("after the waiting time the account has the new sign-in, and all that was its own", async () => {
  const { old, fresh, trackId } = await addPair();
  const friend = await addMember();
  await grantPremium({ userId: old.id, days: 30, actor: operatorActor });
  await updateUser(old.id, { stripeCustomerId: `cus_${old.id}` });
  const liked = await addTrack({ userId: friend.id });
  await likeTrack({ viewer: old, trackId: liked });
  const oldSession = await startSession({ userId: old.id, deviceInfo: "" });
  const newSession = await startSession({ userId: fresh.id, deviceInfo: "" });
  await followMember({ viewer: fresh, userId: friend.id });
  await start({ userId: old.id, newAccount: fresh.id });

  expect(await emailsTo(old.email)).toMatchObject([{ template: "sign-in-move-begun" }]);
  expect(await emailsTo(fresh.email)).toMatchObject([{ template: "sign-in-move-awaited" }]);
  expect(await db.select().from(notifications).where(eq(notifications.userId, old.id))).toMatchObject([
    { type: "sign_in_move" },
  ]);
  expect(await logOf(old.id)).toMatchObject([
    {},
    { action: "user.sign-in-move", actorName: "mugi", after: { newAccount: fresh.id, proof } },
  ]);
  expect(await findSignInMoveOf(fresh.id)).toMatchObject({ userId: old.id, name: "夜野" });
  expect(await listSignInMoves({ limit: 10 })).toHaveLength(1);

  // Not a moment earlier.
  expect(await completeSignInMoves(after(waitingDays - 0.01))).toBe(0);
  expect(await findSession(oldSession)).not.toBeNull();

  expect(await done()).toBe(1);
  expect(await done()).toBe(0);
  expect(await rowOf(fresh.id)).toBeUndefined();
  expect(await rowOf(old.id)).toMatchObject({
    email: fresh.email,
    subject: fresh.email,
    name: "夜野",
    isPremium: true,
  });
  // Stripe's mails go to the address that is left until it is told.
  expect(await db.select().from(stripeAddressChanges)).toMatchObject([
    { userId: old.id, previousEmail: old.email },
  ]);
  expect(await rowOf(friend.id)).toMatchObject({ followerCount: 0 });
  expect(await db.$count(tracks, eq(tracks.id, trackId))).toBe(1);
  expect((await db.select().from(tracks).where(eq(tracks.id, liked)))[0]).toMatchObject({ likeCount: 1 });
  expect(await findSession(oldSession)).toBeNull();
  expect(await findSession(newSession)).toBeNull();
  expect((await emailsTo(old.email)).map(({ template }) => template)).toContain("sign-in-moved");
  expect(await emailsTo(fresh.email)).toMatchObject([{ template: "sign-in-moved" }]);
  expect((await logOf(old.id)).at(-1)).toMatchObject({
    action: "user.sign-in-move-complete",
    actorKind: "system",
    after: { newAccount: fresh.id, endedSessions: 1 },
  });
  const { id } = await signInLocally({ name: "夜野", email: fresh.email, invitationCode: null });
  expect(id).toBe(old.id);
  const other = await signInLocally({ name: "夜野", email: old.email, invitationCode: null });
  expect(other.id).not.toBe(old.id);
});

test("the link of the old address cancels once, and nothing else", async () => {
  const { old, fresh, token } = await begun();
  expect(await findMoveByLink(token)).toMatchObject({ name: "夜野" });
  expect(await findMoveByLink("x")).toBeNull();
  await expect(cancelSignInMove({ token: "x" })).rejects.toThrow(NotFound);
  await cancelSignInMove({ token });
  await expect(cancelSignInMove({ token })).rejects.toThrow(moveMessages.gone);
  expect(await done()).toBe(0);
  expect(await rowOf(old.id)).toMatchObject({ email: old.email });
  expect(await rowOf(fresh.id)).toMatchObject({ email: fresh.email });
  for (const { email } of [old, fresh])
    expect((await emailsTo(email)).at(-1)).toMatchObject({
      template: "sign-in-move-ended",
      values: { reason: moveMessages.byLink },
    });
  expect((await logOf(old.id)).at(-1)).toMatchObject({
    action: "user.sign-in-move-cancel",
    after: { reason: moveMessages.byLink },
  });
});

test("the member and an operator can cancel, the other account can't", async () => {
  const first = await begun();
  expect(await findMoveAway(first.old)).toBeInstanceOf(Date);
  expect(await findMoveAway(first.fresh)).toBeNull();
  await expect(cancelSignInMove({ viewer: first.fresh })).rejects.toThrow(NotFound);
  await cancelSignInMove({ viewer: first.old });
  const second = await begun();
  const cancel = (by: Actor) =>
    cancelSignInMove({ userId: second.old.id, actor: by, reason: "別の方でした" });
  await expect(cancel({ ...actor, role: "moderator" })).rejects.toThrow(Forbidden);
  await expect(cancel(unrecordableActor)).rejects.toThrow();
  expect(await findMoveAway(second.old)).not.toBeNull();
  await cancel(actor);
  expect(await findMoveAway(second.old)).toBeNull();
  expect((await logOf(second.old.id)).at(-1)).toMatchObject({
    actorName: "mugi",
    after: { reason: "別の方でした" },
  });
});

test("only administrators with a fresh password begin one, and not without a row of the log", async () => {
  const { old, fresh } = await addPair();
  const by = (who: Actor) => start({ userId: old.id, newAccount: fresh.id, actor: who });
  await expect(by({ ...actor, role: "moderator" })).rejects.toThrow(Forbidden);
  await expect(by({ ...actor, hasStalePassword: true })).rejects.toThrow(ReauthenticationRequired);
  await expect(by(unrecordableActor)).rejects.toThrow();
  expect(await findMoveAway(old)).toBeNull();
  expect(await emailsTo(old.email)).toEqual([]);
  expect(await db.$count(notifications, eq(notifications.userId, old.id))).toBe(0);
});

test("the new account is named by its id or user id", async () => {
  const { old } = await addPair();
  const customUserId = `New-${randomUUID().slice(0, 8)}`;
  await addMember({ customUserId });
  for (const newAccount of ["nobody", old.id, "a@example.com", old.email])
    await expect(start({ userId: old.id, newAccount })).rejects.toThrow(Invalid);
  await expect(start({ userId: "nobody", newAccount: customUserId })).rejects.toThrow(NotFound);
  await start({ userId: old.id, newAccount: `@${customUserId.toLowerCase()}` });
  expect(await findMoveAway(old)).not.toBeNull();
});

test("one move at a time for either account", async () => {
  const { old, fresh } = await begun();
  const third = await addMember();
  for (const [userId, newAccount] of [
    [old.id, third.id],
    [third.id, fresh.id],
    [fresh.id, third.id],
  ] as const)
    await expect(start({ userId, newAccount })).rejects.toThrow(Conflict);
  const pair = await addPair();
  const both = await Promise.allSettled(
    [1, 2].map(() => start({ userId: pair.old.id, newAccount: pair.fresh.id })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await emailsTo(pair.old.email)).toHaveLength(1);
});

const fill: Record<string, (userId: string) => Promise<unknown>> = {
  音声: (userId) => addTrack({ userId, isVisible: false }),
  プレイリスト: (userId) => addPlaylist({ userId, trackIds: [] }),
  プレミアム: (userId) => grantPremium({ userId, days: 1, actor: operatorActor }),
  招待した会員: async (userId) => {
    const { id } = await addMember();
    await updateUser(id, { invitedById: userId });
  },
  拒否: (userId) => denyAccount({ userId, actor: operatorActor }),
};

test.each(Object.entries(fill))(
  "a new account that is not empty is refused, at the end too: %s",
  async (what, add) => {
    const refused = await addPair();
    await add(refused.fresh.id);
    await expect(start({ userId: refused.old.id, newAccount: refused.fresh.id })).rejects.toMatchObject({
      fields: { newAccount: [expect.stringContaining(what)] },
    });
    const { old, fresh } = await begun();
    await add(fresh.id);
    expect(await done()).toBe(0);
    expect(await rowOf(old.id)).toMatchObject({ email: old.email });
    expect(await rowOf(fresh.id)).toBeDefined();
    expect(await findMoveAway(old)).toBeNull();
    for (const { email } of [old, fresh])
      expect((await emailsTo(email)).at(-1)).toMatchObject({
        template: "sign-in-move-ended",
        values: { reason: expect.stringContaining(what) },
      });
    expect((await logOf(old.id)).at(-1)).toMatchObject({
      action: "user.sign-in-move-cancel",
      after: { reason: expect.stringContaining(what) },
    });
  },
);

test("the deletion of either account ends the move, and the other is told", async () => {
  const first = await begun();
  await deleteAccount({ viewer: first.fresh });
  expect((await emailsTo(first.old.email)).at(-1)).toMatchObject({ template: "sign-in-move-ended" });
  expect((await logOf(first.old.id)).at(-1)).toMatchObject({ after: { reason: moveMessages.deleted } });
  const second = await begun();
  await deleteAccount({ viewer: second.old });
  expect((await emailsTo(second.fresh.email)).at(-1)).toMatchObject({ template: "sign-in-move-ended" });
  expect(await logOf(second.old.id)).toMatchObject([{ action: "user.sign-in-move", after: null }]);
  expect(await db.$count(signInMoves)).toBe(0);
});

test("what fails on the way changes nothing, and the next sweep does it", async () => {
  const { old, fresh } = await begun();
  const other = await begun();
  const { sendEmail } = mail;
  const failing = vi.spyOn(mail, "sendEmail").mockImplementation((tx, email) => {
    if (email.userId === old.id) throw new Error("no room");
    return sendEmail(tx, email);
  });
  expect(await done()).toBe(1);
  failing.mockRestore();
  expect(await rowOf(other.fresh.id)).toBeUndefined();
  expect(await rowOf(fresh.id)).toMatchObject({ email: fresh.email });
  expect(await rowOf(old.id)).toMatchObject({ email: old.email });
  expect((await logOf(old.id)).map(({ action }) => action)).toEqual(["user.sign-in-move"]);
  expect(await done()).toBe(1);
  expect(await rowOf(fresh.id)).toBeUndefined();
  expect(await rowOf(old.id)).toMatchObject({ email: fresh.email });
});

test("a sign-in with the lost identity at the same moment opens nothing", async () => {
  const { old } = await begun();
  const identity = { provider: "local", subject: old.email } as const;
  await startSession({ userId: old.id, deviceInfo: "", identity });
  await done();
  await expect(startSession({ userId: old.id, deviceInfo: "", identity })).rejects.toThrow(NotAuthenticated);
  expect(await db.$count(sessions, eq(sessions.userId, old.id))).toBe(0);
});

/** What may happen while a move is completed. */
const races: Record<string, (o: Awaited<ReturnType<typeof begun>>) => Promise<unknown>> = {
  "the link cancels": ({ token }) => cancelSignInMove({ token }),
  "an operator cancels": ({ old }) => cancelSignInMove({ userId: old.id, actor, reason: "別の方でした" }),
  "the new account is deleted": ({ fresh }) => deleteAccount({ viewer: fresh }),
  "the old account is deleted": ({ old }) => deleteAccount({ viewer: old }),
  "another process completes it": () => done(),
  "the new account follows the old": ({ old, fresh }) => followMember({ viewer: fresh, userId: old.id }),
  "the new account likes": ({ trackId, fresh }) => likeTrack({ viewer: fresh, trackId }),
  "somebody signs in": ({ old }) =>
    startSession({
      userId: old.id,
      deviceInfo: "",
      identity: { provider: "local", subject: old.email },
    }),
};

test.each(Object.entries(races))(
  "it is done wholly or not at all, whatever happens meanwhile: %s",
  async (_, act) => {
    for (let round = 0; round < 6; round++) {
      const pair = await begun();
      const { old, fresh } = pair;
      const acts = [done, () => act(pair)].map((one) =>
        one().catch((error: unknown) => {
          expect(error).toBeInstanceOf(DomainError);
          return error;
        }),
      );
      if (round % 2) acts.reverse();
      await Promise.all(acts);
      await done();
      const [account, newcomer] = [await rowOf(old.id), await rowOf(fresh.id)];
      expect(await db.$count(signInMoves)).toBe(0);
      const log = (await logOf(old.id)).map(({ action }) => action);
      const completed = log.filter((action) => action === "user.sign-in-move-complete").length;
      if (completed > 0) {
        expect([completed, newcomer]).toEqual([1, undefined]);
        if (account) {
          expect(account.subject).toBe(fresh.email);
          expect(await db.$count(sessions, eq(sessions.userId, old.id))).toBe(0);
          expect(
            (await emailsTo(fresh.email)).filter(({ template }) => template === "sign-in-moved"),
          ).toHaveLength(1);
        }
      } else if (account) expect(account.subject).toBe(old.email);
      for (const viewer of [old, fresh]) await deleteAccount({ viewer });
    }
  },
);

test.runIf(dialect === "sqlite")("the list begins with the moves where there are many members", async () => {
  const statements = await collectStatements(() => listSignInMoves({ limit: 5 }));
  expect(statements).toHaveLength(1);
  await pretendStatistics("users", "sqlite_autoindex_users_1", "100000 1");
  const plan = await planOf(sql.raw(String(statements).replaceAll("?", "null")));
  expect(plan).toContain("sign_in_moves_completes_index");
  expect(plan).not.toMatch(/SCAN (new_)?users|TEMP B-TREE/);
});
