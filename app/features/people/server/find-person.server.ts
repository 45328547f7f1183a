import { and, eq, or } from "drizzle-orm";
import { officialAccount, officialAlias } from "#app/features/accounts/official-account.ts";
import { isReservedName } from "#app/features/accounts/reserved-names.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { isPremium } from "#app/features/premium/is-premium.ts";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { canNamePerson } from "../can-name-person.ts";
import type { Person } from "../person.ts";

/** The words of spec 2 §2 for someone who is not there, or not to be seen. */
export const personNotFound = () =>
  new NotFound("ユーザーが見つかりません", "指定されたユーザーは存在しないか、プライベートです");

/**
 * The member with this id or, ignoring case, this `customUserId`; `mugen_official` means the house. Accounts that
 * wait for approval or were denied are not found, unless `inAnyState`. Throws `NotFound`.
 */
export async function findPerson(options: { idOrCustomId: string; inAnyState?: boolean }): Promise<Person> {
  const person = await lookUp(options.idOrCustomId, options.inAnyState ?? false);
  if (!person) throw personNotFound();
  return person;
}

/**
 * The same for the person that a page's address names. Where nobody is, and nobody can be, it names no page: throws
 * `NotFound` in the words of that.
 */
export async function findPersonOfPage(options: { segment: string }): Promise<Person> {
  const { segment } = options;
  const person = await lookUp(segment, false);
  if (person) return person;
  throw isReservedName(segment) || !canNamePerson(segment)
    ? new NotFound("ページが見つかりません")
    : personNotFound();
}

async function lookUp(idOrCustomId: string, inAnyState: boolean): Promise<Person | null> {
  if (!canNamePerson(idOrCustomId)) return null;
  const folded = idOrCustomId.toLowerCase();
  const id = folded === officialAlias ? officialAccount.id : idOrCustomId;
  const found = await db
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
    .where(
      and(
        or(eq(users.id, id), eq(users.customUserIdFolded, folded)),
        inAnyState ? undefined : eq(users.state, "approved"),
      ),
    );
  // An id names its owner, whatever names others have chosen.
  const row = found.find((one) => one.id === id) ?? found[0];
  if (!row) return null;
  const { premiumEndDate, ...person } = row;
  return { ...person, isPremium: isPremium({ ...person, premiumEndDate }) };
}
