import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { redeemInvitation } from "../invitations/redeem-invitation.server.ts";

/**
 * The account of a local sign-in, made at the first one. The e-mail address is its key; a later name changes
 * nothing. A carried invitation code that can be used is used up by a new account; here, on a loopback server
 * that only its owner reaches, an account is made without one too. Returns the account's id.
 */
export async function signInLocally(options: {
  name: string;
  email: string;
  invitationCode: string | null;
}): Promise<string> {
  const subject = options.email.toLowerCase();
  return write(async (tx) => {
    const [known] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.provider, "local"), eq(users.subject, subject)));
    if (known) return known.id;
    const code = options.invitationCode;
    const invitedWith = code && (await redeemInvitation(tx, code)) ? code : null;
    const id = randomUUID();
    const now = new Date();
    await tx.insert(users).values({
      id,
      provider: "local",
      subject,
      name: options.name,
      email: options.email,
      state: environment().REGISTRATION_APPROVAL === "manual" ? "pending" : "approved",
      invitedWith,
      createdAt: now,
      updatedAt: now,
    });
    return id;
  });
}
