import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { write } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";

/** Marks a message as handled, or as open again. Returns false when it was so already, or does not exist. */
export function markContactMessage(options: {
  id: number;
  isHandled: boolean;
  now?: Date;
}): Promise<boolean> {
  const { id, isHandled, now = new Date() } = options;
  const { handledAt } = contactMessages;
  return write(async (tx) => {
    const changed = await tx
      .update(contactMessages)
      .set(isHandled ? { handledAt: now, outcome: "handled" } : { handledAt: null, outcome: null })
      .where(and(eq(contactMessages.id, id), isHandled ? isNull(handledAt) : isNotNull(handledAt)))
      .returning({ id: contactMessages.id });
    return changed.length > 0;
  });
}
