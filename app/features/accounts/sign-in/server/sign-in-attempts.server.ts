import { desc, eq, inArray, lte } from "drizzle-orm";
import { hashToken } from "#app/lib/secret-token.ts";
import { write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { signInAttempts } from "#db/schema/index.ts";

/** The time that people may take at the identity provider. */
export const signInAttemptS = 10 * 60;

/** Approximate. A row is less than 5 KB, most are less than 1 KB. */
const maxOpenAttempts = 20_000;
/** Enforces the limit after so many new attempts of this process. */
const checkInterval = 100;
let savedCount = 0;

export interface SignInAttempt {
  /** The ID token must repeat it. */
  nonce: string;
  /** A path of this site. */
  returnPath: string;
  invitationCode: string | null;
  isReauthentication: boolean;
}

/** Keeps what a sign-in needs when the browser comes back with `state`. If too many are open, removes the oldest. */
export async function saveSignInAttempt(
  state: string,
  attempt: SignInAttempt,
  now: Date = new Date(),
): Promise<void> {
  const expiresAt = new Date(now.getTime() + signInAttemptS * 1000);
  await write((tx) => tx.insert(signInAttempts).values({ id: hashToken(state), ...attempt, expiresAt }));
  savedCount += 1;
  if (savedCount % checkInterval === 0) await removeOldestSignInAttempts(maxOpenAttempts);
}

/** Keeps the `maxCount` newest; removes up to 500 at once. */
export async function removeOldestSignInAttempts(maxCount: number): Promise<void> {
  await write(async (tx) => {
    const surplus = await tx
      .select({ id: signInAttempts.id })
      .from(signInAttempts)
      .orderBy(desc(signInAttempts.expiresAt))
      .limit(500)
      .offset(maxCount);
    if (surplus.length === 0) return;
    const ids = surplus.map(({ id }) => id);
    await tx.delete(signInAttempts).where(inArray(signInAttempts.id, ids));
  });
}

/** Prevents replays: each `state` works once. Null for an unknown or used one. `startedAt`: when it was saved. */
export async function takeSignInAttempt(
  state: string,
  now: Date = new Date(),
): Promise<(SignInAttempt & { startedAt: Date; isExpired: boolean }) | null> {
  const [taken] = await write((tx) =>
    tx
      .delete(signInAttempts)
      .where(eq(signInAttempts.id, hashToken(state)))
      .returning(),
  );
  if (!taken) return null;
  const { id: _, expiresAt, ...attempt } = taken;
  const startedAt = new Date(expiresAt.getTime() - signInAttemptS * 1000);
  return { ...attempt, startedAt, isExpired: expiresAt <= now };
}

export async function removeExpiredSignInAttempts(now: Date = new Date()): Promise<number> {
  return removeRows(signInAttempts, lte(signInAttempts.expiresAt, now));
}
