import { createHash } from "node:crypto";
import { eq, lte } from "drizzle-orm";
import { write } from "#db/client.ts";
import { signInAttempts } from "#db/schema/index.ts";

/** How long people may take at the identity provider, in seconds. */
export const signInAttemptS = 10 * 60;

export interface SignInAttempt {
  /** The ID token must carry it. */
  nonce: string;
  /** A path of this site. */
  returnPath: string;
  invitationCode: string | null;
}

const hashState = (state: string) => createHash("sha256").update(state).digest("base64url");

/** Keeps what a sign-in needs when the browser comes back with `state`. */
export async function keepSignInAttempt(
  state: string,
  attempt: SignInAttempt,
  now: Date = new Date(),
): Promise<void> {
  const expiresAt = new Date(now.getTime() + signInAttemptS * 1000);
  await write((tx) =>
    tx
      .insert(signInAttempts)
      .values({ id: hashState(state), ...attempt, expiresAt })
      .returning({ id: signInAttempts.id }),
  );
}

/**
 * Takes the attempt out, so that of all that come with its `state` only the first finds it. `isOver`: its time is up.
 * Null for a state that is unknown or was used.
 */
export async function takeSignInAttempt(
  state: string,
  now: Date = new Date(),
): Promise<(SignInAttempt & { isOver: boolean }) | null> {
  const [taken] = await write((tx) =>
    tx
      .delete(signInAttempts)
      .where(eq(signInAttempts.id, hashState(state)))
      .returning(),
  );
  if (!taken) return null;
  const { nonce, returnPath, invitationCode, expiresAt } = taken;
  return { nonce, returnPath, invitationCode, isOver: expiresAt <= now };
}

/** Removes attempts that nobody came back from. */
export async function removeExpiredSignInAttempts(now: Date = new Date()): Promise<void> {
  await write((tx) =>
    tx.delete(signInAttempts).where(lte(signInAttempts.expiresAt, now)).returning({ id: signInAttempts.id }),
  );
}
