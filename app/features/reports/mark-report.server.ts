import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { write } from "#db/client.ts";
import { trackReports } from "#db/schema/index.ts";

/** Marks a report as handled, or as open again. Returns false when it was so already, or does not exist. */
export function markReport(options: { id: number; isHandled: boolean; now?: Date }): Promise<boolean> {
  const { id, isHandled, now = new Date() } = options;
  const { handledAt } = trackReports;
  return write(async (tx) => {
    const changed = await tx
      .update(trackReports)
      .set(isHandled ? { handledAt: now, outcome: "none" } : { handledAt: null, outcome: null })
      .where(and(eq(trackReports.id, id), isHandled ? isNull(handledAt) : isNotNull(handledAt)))
      .returning({ id: trackReports.id });
    return changed.length > 0;
  });
}
