import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { Invalid, NotAuthenticated } from "#app/features/domain-error.ts";
import { redeemInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { isHarmless, requireHarmless } from "#app/features/require-harmless.server.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { accountLifecycles } from "../../server/account-lifecycles.server.ts";
import { lockUsersForShare } from "../../server/locks.server.ts";
import type { Identity } from "../../sessions/session.server.ts";
import type { Viewer } from "../../viewer.ts";
import type { GoogleIdentity } from "./google-identity.ts";

interface Newcomer extends Identity {
  name: string;
  email: string;
  picture?: string | null;
  invitationCode: string | null;
}

interface Account {
  id: string;
  state: Viewer["state"];
  email: string;
}

async function findAccount(tx: Db, identity: Identity): Promise<Account | null> {
  const [found] = await tx
    .select({ id: users.id, state: users.state, email: users.email })
    .from(users)
    .where(and(eq(users.provider, identity.provider), eq(users.subject, identity.subject)));
  return found ?? null;
}

/**
 * Creates the account and redeems the newcomer's usable invitation. `isInvited`: false without a redeemed one; the caller
 * decides whether the account may stay. If a simultaneous sign-in was faster, returns its account. Throws `NotAuthenticated`
 * when that is gone.
 */
async function openAccount(tx: Db, newcomer: Newcomer): Promise<{ account: Account; isInvited: boolean }> {
  const { invitationCode, ...person } = newcomer;
  const now = new Date();
  if (invitationCode !== null) await lockInviterForShare(tx, invitationCode);
  const [created] = await tx
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
  if (!created) {
    const existing = await findAccount(tx, newcomer);
    // Deleted again in the meantime.
    if (!existing) throw new NotAuthenticated();
    return { account: existing, isInvited: true };
  }
  const invitation = invitationCode ? await redeemInvitation(tx, invitationCode, now) : null;
  if (invitation) {
    await tx
      .update(users)
      .set({ invitedWith: invitationCode, invitedById: invitation.ownerId })
      .where(eq(users.id, created.id));
    if (invitation.ownerId !== null) {
      const accepted = { inviterId: invitation.ownerId, accountId: created.id, now };
      for (const part of accountLifecycles()) await part.onInvitationAccepted?.(tx, accepted);
    }
  }
  await addToStatistics(tx, { members_joined: 1 }, now);
  return { account: created, isInvited: invitation !== null };
}

async function lockInviterForShare(tx: Db, code: string): Promise<void> {
  const [invitation] = await tx
    .select({ ownerId: invitations.ownerId })
    .from(invitations)
    .where(eq(invitations.code, code));
  if (invitation?.ownerId) await lockUsersForShare(tx, [invitation.ownerId]);
}

const maxAttempts = 5;

/** Runs `signIn` up to 5 times while the account is deleted at the same moment: the next run creates a new one. */
export async function retrySignIn<Result>(signIn: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await signIn();
    } catch (error) {
      if (!(error instanceof NotAuthenticated) || attempt === maxAttempts) throw error;
    }
  }
}

/**
 * The email address is the account's key; another name later changes nothing. A new account redeems a usable invitation
 * code. It needs none: only the owner can reach such a server. `expected`: the account that confirms its identity; none is
 * created. Throws `Invalid` for another address then, and for a newcomer's name that may do harm.
 */
export async function signInLocally(options: {
  name: string;
  email: string;
  invitationCode: string | null;
  expected?: { id: string } | null;
}): Promise<Pick<Viewer, "id" | "state"> & { identity: Identity }> {
  const { expected, ...newcomer } = options;
  const identity = { provider: "local", subject: options.email.toLowerCase() } as const;
  if (!(await findAccount(primary, identity))) await requireHarmless({ name: newcomer.name });
  return write(async (tx) => {
    const known = await findAccount(tx, identity);
    if (expected && known?.id !== expected.id)
      throw new Invalid({ email: ["ログイン中のアカウントのメールアドレスを入力してください"] });
    const account = known ?? (await openAccount(tx, { ...identity, ...newcomer })).account;
    return { ...account, identity };
  });
}

/** Replaces a name from Google that may do harm. The member can change it. */
const neutralName = "新しいメンバー";

type GoogleSignIn =
  | { outcome: "signed_in"; userId: string; state: Viewer["state"] }
  /** An unknown identity without an invitation code. */
  | { outcome: "not_invited" }
  /** The code is used up, expired, inactive or unknown. */
  | { outcome: "invitation_unusable" }
  /** Not the account that was to confirm its identity. */
  | { outcome: "other_account" };

class InvitationUnusable extends Error {}

/**
 * Google's `sub` is the key: the same email address with another `sub` is another person. A known account takes over a
 * changed address, but not name and picture. A new account needs an invitation, which the same transaction redeems.
 * `expected`: the account that confirms its identity; none is created.
 */
export async function signInWithGoogle(options: {
  identity: GoogleIdentity;
  invitationCode: string | null;
  expected?: { id: string } | null;
}): Promise<GoogleSignIn> {
  const { identity, invitationCode, expected } = options;
  const isKnown = await findAccount(primary, { provider: "google", subject: identity.subject });
  const name = isKnown || (await isHarmless(identity.name)) ? identity.name : neutralName;
  try {
    return await write(async (tx): Promise<GoogleSignIn> => {
      const known = await findAccount(tx, { provider: "google", subject: identity.subject });
      if (expected && known?.id !== expected.id) return { outcome: "other_account" };
      if (known) {
        if (known.email !== identity.email) {
          const now = new Date();
          await tx
            .update(users)
            .set({ email: identity.email, updatedAt: now })
            .where(and(eq(users.id, known.id), eq(users.subject, identity.subject)));
          const changed = { userId: known.id, previousEmail: known.email, now };
          for (const part of accountLifecycles()) await part.onEmailChanged?.(tx, changed);
        }
        return { outcome: "signed_in", userId: known.id, state: known.state };
      }
      if (!invitationCode) return { outcome: "not_invited" };
      const { account, isInvited } = await openAccount(tx, {
        provider: "google",
        ...identity,
        name,
        invitationCode,
      });
      if (!isInvited) throw new InvitationUnusable();
      return { outcome: "signed_in", userId: account.id, state: account.state };
    });
  } catch (error) {
    if (error instanceof InvitationUnusable) return { outcome: "invitation_unusable" };
    throw error;
  }
}
