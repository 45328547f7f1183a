import { eq, lte } from "drizzle-orm";
import { write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { passkeyChallenges } from "#db/schema/index.ts";
import { passkeyChallengeS } from "./passkeys.ts";

interface ChallengeOf {
  /** SHA-256 of a secret that only one browser has: the cookie of a sign-in, or of the console's session. */
  id: string;
  /** Null for a sign-in, which nobody has a name in yet. */
  operatorId: string | null;
  now: Date;
}

/** Replaces an earlier challenge of the same browser. */
export async function savePasskeyChallenge(o: ChallengeOf & { challenge: string }): Promise<void> {
  const { id, operatorId, challenge, now } = o;
  const row = { operatorId, challenge, expiresAt: new Date(now.getTime() + passkeyChallengeS * 1000) };
  await write((tx) =>
    tx
      .insert(passkeyChallenges)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: passkeyChallenges.id, set: row }),
  );
}

/** Prevents replays: each works once, also where the answer is refused. Null for an unknown, used, expired or foreign one. */
export async function takePasskeyChallenge({ id, operatorId, now }: ChallengeOf): Promise<string | null> {
  const [taken] = await write((tx) =>
    tx.delete(passkeyChallenges).where(eq(passkeyChallenges.id, id)).returning(),
  );
  return taken && taken.expiresAt > now && taken.operatorId === operatorId ? taken.challenge : null;
}

export async function removeExpiredPasskeyChallenges(now = new Date()): Promise<number> {
  return removeRows(passkeyChallenges, lte(passkeyChallenges.expiresAt, now));
}
