import { createHash } from "node:crypto";
import { desc, eq, inArray, lte } from "drizzle-orm";
import { write } from "#db/client.ts";
import { signInAttempts } from "#db/schema/index.ts";

/** How long people may take at the identity provider, in seconds. */
export const signInAttemptS = 10 * 60;

/** Attempts that are kept at most, about; a row is less than 1 KB. */
const mostOpen = 20_000;
/** New attempts of this process after which it looks how many there are. */
const lookEvery = 100;
let kept = 0;

export interface SignInAttempt {
  /** The ID token must carry it. */
  nonce: string;
  /** A path of this site. */
  returnPath: string;
  invitationCode: string | null;
}

const hashState = (state: string) => createHash("sha256").update(state).digest("base64url");

/** Keeps what a sign-in needs when the browser comes back with `state`. Where too many are open, the oldest go. */
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
  kept += 1;
  if (kept % lookEvery === 0) await removeOldestSignInAttempts(mostOpen);
}

/** Removes all open attempts but the `most` newest. */
export async function removeOldestSignInAttempts(most: number): Promise<void> {
  await write(async (tx) => {
    const surplus = await tx
      .select({ id: signInAttempts.id })
      .from(signInAttempts)
      .orderBy(desc(signInAttempts.expiresAt))
      .limit(500)
      .offset(most);
    if (surplus.length === 0) return;
    const ids = surplus.map(({ id }) => id);
    await tx
      .delete(signInAttempts)
      .where(inArray(signInAttempts.id, ids))
      .returning({ id: signInAttempts.id });
  });
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
