import { Invalid } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import type { Viewer } from "../../viewer.ts";
import { findAccount, openAccount } from "./open-account.server.ts";

/**
 * The account of a local sign-in, created by the first one. The e-mail address is its key; another name later changes
 * nothing. A new account redeems the given invitation code if it is usable; without one it is created too, as only the
 * owner can reach such a server. `expected`: the account that confirms its identity; another address throws `Invalid`, and
 * none is created. Returns the account.
 */
export async function signInLocally(options: {
  name: string;
  email: string;
  invitationCode: string | null;
  expected?: { id: string } | null;
}): Promise<Pick<Viewer, "id" | "state">> {
  const { expected, ...newcomer } = options;
  const identity = { provider: "local", subject: options.email.toLowerCase() } as const;
  return write(async (tx) => {
    const known = await findAccount(tx, identity);
    if (expected && known?.id !== expected.id)
      throw new Invalid({ email: ["ログイン中のアカウントのメールアドレスを入力してください"] });
    return known ?? (await openAccount(tx, { ...identity, ...newcomer })).account;
  });
}
