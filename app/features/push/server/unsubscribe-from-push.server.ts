import { and, eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { pushSubscriptions } from "#db/schema/index.ts";

/**
 * One of the member's browsers gets no more push messages, named by its address or by its id in the member's list.
 * Nothing happens where it gets none already.
 */
export async function unsubscribeFromPush(options: {
  viewer: { id: string };
  of: { endpoint: string } | { id: string };
}): Promise<void> {
  const { viewer, of } = options;
  const named =
    "id" in of ? eq(pushSubscriptions.id, of.id) : eq(pushSubscriptions.endpoint, spelled(of.endpoint));
  await write((tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, viewer.id), named))
      .returning({ id: pushSubscriptions.id }),
  );
}

/** As it was kept when it was subscribed. */
const spelled = (endpoint: string) => URL.parse(endpoint)?.href ?? endpoint;
