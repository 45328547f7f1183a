import { and, eq, or, type SQL } from "drizzle-orm";
import { isPremium, officialAccount, officialAlias } from "#app/features/accounts/account.ts";
import { isReservedName } from "#app/features/accounts/reserved-names.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { users } from "#db/schema/index.ts";
import { isPossibleIdOrCustomId, type Person } from "../person.ts";

/** One error for an unknown and an unapproved account, so that they look the same. */
export const personNotFound = () =>
  new NotFound("ユーザーが見つかりません", "指定されたユーザーは存在しないか、プライベートです");

/**
 * The member with this id or `customUserId` (in any case); `mugen_official` is the official account. Only approved accounts,
 * unless `inAnyState`. Throws `NotFound`.
 */
export async function findPerson(options: { idOrCustomId: string; inAnyState?: boolean }): Promise<Person> {
  const person = await lookUp(options.idOrCustomId, options.inAnyState ?? false);
  if (!person) throw personNotFound();
  return person;
}

/**
 * The same for the first segment of a page's path. Throws `NotFound`, with the message for an unknown page when no member can
 * have that address.
 */
export async function findPersonOfPage({ segment }: { segment: string }): Promise<Person> {
  const person = await lookUp(segment, false);
  if (person) return person;
  throw isReservedName(segment) || !isPossibleIdOrCustomId(segment)
    ? new NotFound("ページが見つかりません")
    : personNotFound();
}

const preparePerson = (where?: SQL) =>
  prepared((on, value: ValuesOf<{ id: string; folded: string }>) =>
    on
      .select({
        id: users.id,
        name: users.name,
        picture: users.picture,
        customUserId: users.customUserId,
        xHandle: users.xHandle,
        isPremium: users.isPremium,
        premiumEndDate: users.premiumEndDate,
        followerCount: users.followerCount,
        followingCount: users.followingCount,
      })
      .from(users)
      .where(and(or(eq(users.id, value("id")), eq(users.customUserIdFolded, value("folded"))), where)),
  );
const selectInAnyState = preparePerson();
const selectApproved = preparePerson(eq(users.state, "approved"));

async function lookUp(idOrCustomId: string, inAnyState: boolean): Promise<Person | null> {
  if (!isPossibleIdOrCustomId(idOrCustomId)) return null;
  const folded = idOrCustomId.toLowerCase();
  const id = folded === officialAlias ? officialAccount.id : idOrCustomId;
  const found = await (inAnyState ? selectInAnyState : selectApproved)(db, { id, folded });
  // An id wins over somebody else's `customUserId`.
  const row = found.find((one) => one.id === id) ?? found[0];
  if (!row) return null;
  const { premiumEndDate, ...person } = row;
  return { ...person, isPremium: isPremium({ ...person, premiumEndDate }) };
}
