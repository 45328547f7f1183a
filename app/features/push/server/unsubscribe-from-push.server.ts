import { and, eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { pushSubscriptions } from "#db/schema/index.ts";

/**
 * Ends the push subscription of one of the member's browsers, by its endpoint or its id. Does nothing when there is none.
 */
export async function unsubscribeFromPush(options: {
  viewer: { id: string };
  of: { endpoint: string } | { id: string };
}): Promise<void> {
  const { viewer, of } = options;
  const isNamed =
    "id" in of ? eq(pushSubscriptions.id, of.id) : eq(pushSubscriptions.endpoint, normalize(of.endpoint));
  await write((tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, viewer.id), isNamed))
      .returning({ id: pushSubscriptions.id }),
  );
}

/** The form in which it was stored when it was subscribed. */
const normalize = (endpoint: string) => URL.parse(endpoint)?.href ?? endpoint;
