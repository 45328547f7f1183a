import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { officialAccount } from "../account.ts";

/** Does nothing if it exists. Nobody can sign in to it. */
export async function addOfficialAccount(tx: Db, now: Date = new Date()): Promise<void> {
  await tx
    .insert(users)
    .values({
      id: officialAccount.id,
      provider: "system",
      subject: officialAccount.id,
      name: officialAccount.name,
      email: "",
      customUserId: officialAccount.customUserId,
      customUserIdFolded: officialAccount.customUserId,
      picture: officialAccount.picture,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
}
