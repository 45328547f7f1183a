import { asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { isInviteeOf } from "./list-invitations.server.ts";

/**
 * The codes are deleted with the account; the people whom they let in stay. Prevents that somebody takes the accounts that they have
 * brought out of reach by deleting their own: the branch above has them then.
 */
export const invitationsAccountLifecycle: AccountLifecycle = {
  name: "invitations",
  async removeRows(tx, userId) {
    const { invitedById, branchParentId } = users;
    const [account] = await tx
      .select({ invitedById, branchParentId })
      .from(users)
      .where(eq(users.id, userId));
    await tx
      .update(users)
      .set({ invitedById: null, branchParentId: account?.invitedById ?? account?.branchParentId ?? null })
      .where(or(eq(invitedById, userId), eq(branchParentId, userId)));
  },
  exports: {
    invitations: exportedField({
      schema: z.array(
        z.object({
          code: z.string(),
          maxUses: z.int(),
          usedCount: z.int(),
          isActive: z.boolean(),
          expiresAt: z.date().nullable(),
          message: z.string().nullable(),
          createdAt: z.date(),
        }),
      ),
      async read(userId) {
        const rows = await db
          .select()
          .from(invitations)
          .where(eq(invitations.ownerId, userId))
          .orderBy(asc(invitations.createdAt));
        return rows.map(({ ownerId: _, ...invitation }) => invitation);
      },
    }),
    invitedPeople: exportedField({
      schema: z.array(z.object({ name: z.string() })),
      read: async (userId) =>
        db.select({ name: users.name }).from(users).where(isInviteeOf(userId)).orderBy(asc(users.createdAt)),
    }),
  },
};
