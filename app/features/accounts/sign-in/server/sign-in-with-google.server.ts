import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { Viewer } from "../../viewer.ts";
import type { GoogleIdentity } from "./google-identity.ts";
import { findAccount, openAccount } from "./open-account.server.ts";

export type GoogleSignIn =
  | { outcome: "signed_in"; userId: string; state: Viewer["state"] }
  /** An unknown identity without an invitation code. */
  | { outcome: "not_invited" }
  /** The code is used up, expired, inactive or unknown. */
  | { outcome: "invitation_unusable" }
  /** Not the account that was to confirm its identity. */
  | { outcome: "other_account" };

/** Rolls back the new account. */
class InvitationUnusable extends Error {}

/**
 * Signs in a Google identity, whose key is `sub`: the same e-mail address with another `sub` is another person. A known
 * account takes over an address that changed at Google, but not name and picture. A new account needs an invitation; it
 * is created and the invitation redeemed in one transaction. `expected`: the account that must be behind the identity; then
 * none is created.
 */
export async function signInWithGoogle(options: {
  identity: GoogleIdentity;
  invitationCode: string | null;
  expected?: { id: string } | null;
}): Promise<GoogleSignIn> {
  const { identity, invitationCode, expected } = options;
  try {
    return await write(async (tx): Promise<GoogleSignIn> => {
      const known = await findAccount(tx, { provider: "google", subject: identity.subject });
      if (expected && known?.id !== expected.id) return { outcome: "other_account" };
      if (known) {
        if (known.email !== identity.email) {
          await tx
            .update(users)
            .set({ email: identity.email, updatedAt: new Date() })
            .where(eq(users.id, known.id))
            .returning({ id: users.id });
        }
        return { outcome: "signed_in", userId: known.id, state: known.state };
      }
      if (!invitationCode) return { outcome: "not_invited" };
      const { account, isInvited } = await openAccount(tx, {
        provider: "google",
        ...identity,
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
