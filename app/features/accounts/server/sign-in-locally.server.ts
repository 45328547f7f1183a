import { write } from "#db/client.ts";
import { findAccount, openAccount } from "./open-account.server.ts";

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
  const identity = { provider: "local", subject: options.email.toLowerCase() } as const;
  return write(async (tx) => {
    const known = await findAccount(tx, identity);
    return known?.id ?? (await openAccount(tx, { ...identity, ...options })).account.id;
  });
}
