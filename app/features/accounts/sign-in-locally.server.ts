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
    const identity = and(eq(users.provider, "local"), eq(users.subject, subject));
    const find = () => tx.select({ id: users.id }).from(users).where(identity);
    const [known] = await find();
    if (known) return known.id;
    const now = new Date();
    const [made] = await tx
      .insert(users)
      .values({
        id: randomUUID(),
        provider: "local",
        subject,
        name: options.name,
        email: options.email,
        state: environment().REGISTRATION_APPROVAL === "manual" ? "pending" : "approved",
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!made) {
      // A first sign-in of the same address at the same moment was quicker.
      const [first] = await find();
      if (!first) throw new Error("the account could not be made");
      return first.id;
    }
    const code = options.invitationCode;
    if (code && (await redeemInvitation(tx, code))) {
      await tx
        .update(users)
        .set({ invitedWith: code })
        .where(eq(users.id, made.id))
        .returning({ id: users.id });
    }
    return made.id;
  });
}
