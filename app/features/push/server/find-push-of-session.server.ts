import { eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { pushSubscriptions } from "#db/schema/index.ts";

/** Where push messages to the browser of a session go, or null. Not from a replica: a page asks right after a change. */
export async function findPushOfSession(sessionId: string): Promise<string | null> {
  const [found] = await primary
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return found?.endpoint ?? null;
}
