import { eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Whether a member gets emails to all members. */
export async function wantsNews({ viewer }: { viewer: { id: string } }): Promise<boolean> {
  const [found] = await primary
    .select({ isWanted: users.emailsNews })
    .from(users)
    .where(eq(users.id, viewer.id));
  return found?.isWanted ?? false;
}

/** What waits in the outbox is not sent either (`deliverEmail`). */
export async function chooseNews(options: { viewer: { id: string }; isWanted: boolean }): Promise<void> {
  const { viewer, isWanted } = options;
  await write((tx) => tx.update(users).set({ emailsNews: isWanted }).where(eq(users.id, viewer.id)));
}

/** By the link of such an email, without a sign-in; a second time changes nothing. Throws `NotFound` for an unknown one. */
export async function stopNews(token: string): Promise<void> {
  const stopped = await write((tx) =>
    tx.update(users).set({ emailsNews: false }).where(eq(users.newsToken, token)).returning({ id: users.id }),
  );
  if (stopped.length === 0)
    throw new NotFound("このアドレスは使えません。お知らせのメールは、「設定」でも止められます");
}
