import { eq } from "drizzle-orm";
import { decodeQR } from "qr/decode.js";
import { expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { drawQrCode } from "#app/lib/draw-qr-code.ts";
import { db, write } from "#db/client.ts";
import { auditLog, invitations, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { Conflict, NotFound } from "../domain-error.ts";
import {
  createOfficialInvitations,
  revokeInvitation,
  revokeOfficialInvitation,
} from "./server/invitation-verbs.server.ts";
import {
  countInvitations,
  listInvitees,
  listMyInvitations,
  listOfficialInvitations,
} from "./server/list-invitations.server.ts";
import { loadInvitePage } from "./server/load-invite-page.server.ts";
import { findOpenInvitation, redeemInvitation } from "./server/redeem-invitation.server.ts";

withDatabase();

const forbidInviting = (id: string) =>
  write((tx) => tx.update(users).set({ canInvite: false }).where(eq(users.id, id)).returning());
const redeem = (code: string) => write(async (tx) => Boolean(await redeemInvitation(tx, code)));
const joinThrough = (invitee: { id: string }, host: { id: string }) =>
  write((tx) => tx.update(users).set({ invitedById: host.id }).where(eq(users.id, invitee.id)).returning());

/** The first of the codes that `viewer` has. */
async function firstCode(viewer: { id: string }): Promise<string> {
  const [first] = await listMyInvitations({ viewer });
  if (!first) throw new Error("no code");
  return first.code;
}

test("many first needs at once make three codes, in an order that lasts", async () => {
  const viewer = await addMember();
  const lists = await Promise.all([
    ...Array.from({ length: 10 }, () => listMyInvitations({ viewer })),
    countInvitations({ viewer }).then(() => listMyInvitations({ viewer })),
  ]);
  expect(lists[0]).toHaveLength(3);
  for (const list of lists) expect(list).toEqual(lists[0]);
  expect(lists[0]?.map(({ code }) => code)).toEqual([
    expect.stringMatching(/^[\w-]{12}$/),
    expect.stringMatching(/^[\w-]{12}$/),
    expect.stringMatching(/^[\w-]{12}$/),
  ]);
  expect(lists[0]?.[0]).toMatchObject({ usedCount: 0, maxUses: 1, isActive: true });
  expect(await db.$count(invitations, eq(invitations.ownerId, viewer.id))).toBe(3);
});

test("a member without the permission has no codes, whenever it was taken away", async () => {
  const never = await addMember();
  await forbidInviting(never.id);
  expect(await listMyInvitations({ viewer: never })).toEqual([]);
  expect(await countInvitations({ viewer: never })).toEqual({ totalInvitesUsed: 0, availableInvites: 0 });
  expect(await db.$count(invitations, eq(invitations.ownerId, never.id))).toBe(0);

  const once = await addMember();
  await listMyInvitations({ viewer: once });
  const left = await firstCode(once);
  await forbidInviting(once.id);
  expect(await listMyInvitations({ viewer: once })).toEqual([]);
  expect(await findOpenInvitation(left)).toBeNull();
  expect(await redeem(left)).toBe(false);
});

test("the codes of a member who was denied let nobody in", async () => {
  const viewer = await addMember();
  const code = await firstCode(viewer);
  await denyAccount({ actor: operatorActor, userId: viewer.id });
  expect(await findOpenInvitation(code)).toBeNull();
  expect(await redeem(code)).toBe(false);
});

test("codes are not made for an account that is not approved", async () => {
  expect(await listMyInvitations({ viewer: await addMember({ state: "pending" }) })).toEqual([]);
});

test("a revoked code lets nobody in and gets no successor; revoking it again changes nothing", async () => {
  const viewer = await addMember();
  const code = await firstCode(viewer);
  expect(await findOpenInvitation(code)).not.toBeNull();
  await revokeInvitation({ viewer, code });
  await revokeInvitation({ viewer, code });
  expect(await redeem(code)).toBe(false);
  const list = await listMyInvitations({ viewer });
  expect(list.map(({ isActive }) => isActive)).toEqual([false, true, true]);
  expect(await countInvitations({ viewer })).toEqual({ totalInvitesUsed: 0, availableInvites: 2 });
});

test("only the owner revokes a code, and none that is used up", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const code = await firstCode(viewer);
  await expect(revokeInvitation({ viewer: other, code })).rejects.toThrow(NotFound);
  await expect(revokeInvitation({ viewer, code: "unknown" })).rejects.toThrow(NotFound);
  expect(await redeem(code)).toBe(true);
  await expect(revokeInvitation({ viewer, code })).rejects.toThrow(Conflict);
});

test("of a revocation and a use at the same moment one wins", async () => {
  const viewer = await addMember();
  for (const { code } of await listMyInvitations({ viewer })) {
    const [used, revoked] = await Promise.all([
      redeem(code),
      revokeInvitation({ viewer, code }).then(
        () => true,
        () => false,
      ),
    ]);
    expect(used).not.toBe(revoked);
  }
});

test("who joined is counted and named to the owner of the codes alone, without those denied", async () => {
  const [host, other] = [await addMember(), await addMember()];
  const states = ["approved", "pending", "denied"] as const;
  for (const state of states) await joinThrough(await addMember({ name: state, state }), host);
  await redeem(await firstCode(host));
  expect(await countInvitations({ viewer: host })).toEqual({ totalInvitesUsed: 2, availableInvites: 2 });
  const joined = await listInvitees({ viewer: host });
  expect(joined.map(({ name, isPending }) => [name, isPending]).sort()).toEqual([
    ["approved", false],
    ["pending", true],
  ]);
  expect(await listInvitees({ viewer: other })).toEqual([]);
  const { invitees } = await loadInvitePage({ viewer: host, origin: "https://mugen.example" });
  expect(invitees.find(({ name }) => name === "approved")?.path).toMatch(/^\/[\w-]+$/);
  expect(invitees.find(({ name }) => name === "pending")?.path).toBeNull();
});

test("official codes belong to nobody and have the given number of uses and expiry", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const codes = await createOfficialInvitations({
    count: 3,
    maxUses: 2,
    expiresAt,
    actor: { kind: "operator" },
  });
  expect(new Set(codes).size).toBe(3);
  const [code = ""] = codes;
  expect([await redeem(code), await redeem(code), await redeem(code)]).toEqual([true, true, false]);
  expect(await findOpenInvitation(codes[1] ?? "", expiresAt)).toBeNull();
  const [row] = await db.select().from(invitations).where(eq(invitations.code, code));
  expect(row?.ownerId).toBeNull();
});

test("official codes are listed by page, the newest first; a revoked one lets nobody in, and members' codes are not theirs", async () => {
  const actor = operatorActor;
  const viewer = await addMember();
  const own = await firstCode(viewer);
  const make = (count: number, now: Date) =>
    createOfficialInvitations({ count, maxUses: 2, expiresAt: null, actor, now });
  const later = Date.now() + 3_600_000;
  const codes = await make(12, new Date(later));
  const list = async (page: number) => (await listOfficialInvitations({ page, perPage: 10 })).invitations;
  expect((await list(1)).map(({ code }) => code)).toEqual(codes.toReversed().slice(0, 10));
  expect((await list(2)).slice(0, 2).map(({ code }) => code)).toEqual(codes.toReversed().slice(10));
  expect((await listOfficialInvitations({ page: 99, perPage: 10 })).page).toBe(2);
  const [code = ""] = codes.slice(-1);
  for (let time = 0; time < 2; time++) await revokeOfficialInvitation({ code, actor });
  expect((await list(1))[0]).toMatchObject({ code, state: "inactive", usedCount: 0, maxUses: 2 });
  expect(await redeem(code)).toBe(false);
  const revocations = await db.select().from(auditLog).where(eq(auditLog.action, "invitation.revoke"));
  expect(revocations).toMatchObject([{ before: { usedCount: 0, maxUses: 2 } }]);
  await expect(revokeOfficialInvitation({ code: own, actor })).rejects.toThrow(NotFound);
  expect(await redeem(own)).toBe(true);
});

test("an expired code counts as inactive", async () => {
  const viewer = await addMember();
  const code = await firstCode(viewer);
  const past = { expiresAt: new Date(0) };
  await write((tx) => tx.update(invitations).set(past).where(eq(invitations.code, code)));
  expect((await listMyInvitations({ viewer }))[0]?.isActive).toBe(false);
  expect((await countInvitations({ viewer })).availableInvites).toBe(2);
});

test("the QR code says the text, with four light modules around it", () => {
  const text = "https://mugen.example/i/AbC-_123xyz9";
  const { size, path } = drawQrCode(text);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = "", y = "", length = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    expect(Math.min(Number(x), Number(y), size - Number(y) - 1)).toBeGreaterThanOrEqual(4);
    expect(Number(x) + Number(length)).toBeLessThanOrEqual(size - 4);
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = (row * width + Number(x) * scale) * 4;
      data.fill(0, start, start + Number(length) * scale * 4);
      for (let alpha = start + 3; alpha < start + Number(length) * scale * 4; alpha += 4) data[alpha] = 255;
    }
  }
  expect(decodeQR({ width, height: width, data })).toBe(text);
});
