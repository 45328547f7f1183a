import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { redeemInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import type { Db } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import type { Viewer } from "../viewer.ts";
import { keepAccounts } from "./keep-accounts.server.ts";

export interface Newcomer {
  provider: "google" | "local";
  /** The provider's key of the person. */
  subject: string;
  name: string;
  email: string;
  picture?: string | null;
  invitationCode: string | null;
}

export interface Account {
  id: string;
  state: Viewer["state"];
  email: string;
}

/** The account of an identity, or null. */
export async function findAccount(
  tx: Db,
  identity: Pick<Newcomer, "provider" | "subject">,
): Promise<Account | null> {
  const [found] = await tx
    .select({ id: users.id, state: users.state, email: users.email })
    .from(users)
    .where(and(eq(users.provider, identity.provider), eq(users.subject, identity.subject)));
  return found ?? null;
}

/**
 * Makes the account of a newcomer and redeems the invitation that they bring, if it can be used; its owner is told of one
 * that is approved at once. `isInvited`: they
 * brought one; false leaves it to the caller whether the account may stand. When a first sign-in of the same identity
 * at the same moment was quicker, its account is the answer and no invitation is used. Throws `NotAuthenticated` when
 * that account has gone already.
 */
export async function openAccount(
  tx: Db,
  newcomer: Newcomer,
): Promise<{ account: Account; isInvited: boolean }> {
  const { invitationCode, ...person } = newcomer;
  const now = new Date();
  if (invitationCode !== null) await keepOwner(tx, invitationCode);
  const [made] = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      ...person,
      state: environment().REGISTRATION_APPROVAL === "manual" ? "pending" : "approved",
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id, state: users.state, email: users.email });
  if (!made) {
    const first = await findAccount(tx, newcomer);
    // … and deleted as quickly.
    if (!first) throw new NotAuthenticated();
    return { account: first, isInvited: true };
  }
  const invitation = invitationCode ? await redeemInvitation(tx, invitationCode, now) : null;
  if (invitation) {
    await tx
      .update(users)
      .set({ invitedWith: invitationCode, invitedById: invitation.ownerId })
      .where(eq(users.id, made.id))
      .returning({ id: users.id });
    if (invitation.ownerId !== null)
      await notify(tx, {
        userId: invitation.ownerId,
        happening: { type: "invitation_accepted", actorId: made.id },
        now,
      });
  }
  return { account: made, isInvited: invitation !== null };
}

/** Keeps the account of who gave the code, which never changes hands. */
async function keepOwner(tx: Db, code: string): Promise<void> {
  const [invitation] = await tx
    .select({ ownerId: invitations.ownerId })
    .from(invitations)
    .where(eq(invitations.code, code));
  if (invitation?.ownerId) await keepAccounts(tx, [invitation.ownerId]);
}
