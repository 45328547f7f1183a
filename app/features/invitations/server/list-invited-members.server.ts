import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** More than a member's codes can bring; codes of many uses exist only by an operator's hand. */
const most = 100;

export interface InvitedMember {
  id: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
  /** Waits for approval: has no public page yet. */
  isPending: boolean;
  joinedAt: Date;
}

/** Accounts that a member's codes let in; one that was denied did not join. */
export function joinedThrough(ownerId: string): SQL | undefined {
  return and(eq(users.invitedById, ownerId), ne(users.state, "denied"));
}

/** Who joined by the viewer's codes, newest first, at most 100. For the owner of the codes only. */
export async function listInvitedMembers(options: { viewer: { id: string } }): Promise<InvitedMember[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      picture: users.picture,
      customUserId: users.customUserId,
      state: users.state,
      joinedAt: users.createdAt,
    })
    .from(users)
    .where(joinedThrough(options.viewer.id))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(most);
  return rows.map(({ state, ...member }) => ({ ...member, isPending: state === "pending" }));
}
