import { lt } from "drizzle-orm";
import { write } from "#db/client.ts";
import { consents } from "#db/schema/index.ts";

/** The cookie expires after a year; a month later no browser refers to the record. */
export const retentionMonths = 13;

/** Removes answers to the cookie banner that were not changed for 13 months. */
export async function removeOldConsents(now: Date = new Date()): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retentionMonths);
  await write((tx) =>
    tx.delete(consents).where(lt(consents.updatedAt, oldest)).returning({ id: consents.id }),
  );
}
