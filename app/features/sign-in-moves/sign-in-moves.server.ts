import { asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { hashToken } from "#app/lib/secret-token.ts";
import { db, primary } from "#db/client.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { signInMoves, users } from "#db/schema/index.ts";

const newUsers = alias(users, "new_users");

/** Prevents a bad plan: moves are few, so the query must not begin with all members. */
const selectMoves = () =>
  db
    .select({
      userId: signInMoves.userId,
      name: users.name,
      newUserId: signInMoves.newUserId,
      newName: newUsers.name,
      createdAt: signInMoves.createdAt,
      completesAt: signInMoves.completesAt,
    })
    .from(signInMoves)
    .innerJoin(users, eq(users.id, noIndexHint(sql`${signInMoves.userId}`)))
    .innerJoin(newUsers, eq(newUsers.id, noIndexHint(sql`${signInMoves.newUserId}`)));

type SignInMove = Awaited<ReturnType<typeof selectMoves>>[number];

/** The open ones, the next to be done first. */
export const listSignInMoves = ({ limit }: { limit: number }): Promise<SignInMove[]> =>
  selectMoves().orderBy(asc(signInMoves.completesAt), asc(signInMoves.id)).limit(limit);

/** The open move that gives the account another sign-in, or takes its own; null without one. */
export async function findSignInMoveOf(userId: string): Promise<SignInMove | null> {
  const [move] = await selectMoves().where(
    or(eq(signInMoves.userId, userId), eq(signInMoves.newUserId, userId)),
  );
  return move ?? null;
}

/** When the account will lose its sign-in; null without an open move. */
export async function findMoveAway({ id }: { id: string }): Promise<Date | null> {
  const [move] = await primary
    .select({ completesAt: signInMoves.completesAt })
    .from(signInMoves)
    .where(eq(signInMoves.userId, id));
  return move?.completesAt ?? null;
}

/** By the token of the link; null when the move is over or was never there. */
export async function findMoveByLink(token: string): Promise<{ name: string; completesAt: Date } | null> {
  const [move] = await primary
    .select({ name: users.name, completesAt: signInMoves.completesAt })
    .from(signInMoves)
    .innerJoin(users, eq(users.id, signInMoves.userId))
    .where(eq(signInMoves.cancelHash, hashToken(token)));
  return move ?? null;
}
