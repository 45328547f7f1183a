import { eq } from "drizzle-orm";
import type { Db } from "./client.ts";
import { settings } from "./schema/index.ts";

/** What the program remembers of itself under a key; null for nothing. */
export async function readSetting(on: Db, key: string): Promise<string | null> {
  const [row] = await on.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value ?? null;
}

export async function writeSetting(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
