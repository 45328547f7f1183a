import { and, eq, isNull } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Keeps when a member said that they are as old as the terms ask; the first time counts. Throws `NotAuthenticated`. */
export async function recordAgeStatement(o: { viewer: { id: string }; now?: Date }): Promise<void> {
  const { viewer, now = new Date() } = o;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    await tx
      .update(users)
      .set({ ageStatedAt: now })
      .where(and(eq(users.id, viewer.id), isNull(users.ageStatedAt)));
  });
}
