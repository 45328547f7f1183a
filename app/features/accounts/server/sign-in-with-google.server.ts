import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { GoogleIdentity } from "../google-identity.ts";
import type { Viewer } from "../viewer.ts";
import { findAccount, openAccount } from "./open-account.server.ts";

export type GoogleSignIn =
  | { outcome: "signed_in"; userId: string; state: Viewer["state"] }
  /** Nobody that is known here, and no code. */
  | { outcome: "not_invited" }
  /** The code is used up, expired, inactive or made up. */
  | { outcome: "invitation_unusable" };

/** Undoes the account that was made. */
class InvitationUnusable extends Error {}

/**
 * The account of a Google identity, keyed by `sub`: the same e-mail address under another one is another person. A
 * known one takes over an address that changed at Google; name and picture stay the member's own. A new one needs an
 * invitation, of which one use is taken together with the account or not at all (decisions, "Accounts").
 */
export async function signInWithGoogle(options: {
  identity: GoogleIdentity;
  invitationCode: string | null;
}): Promise<GoogleSignIn> {
  const { identity, invitationCode } = options;
  try {
    return await write(async (tx): Promise<GoogleSignIn> => {
      const known = await findAccount(tx, { provider: "google", subject: identity.subject });
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
