import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { isLoopbackName } from "#app/config/url-safety.ts";
import { db, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";
import type { FeedSite } from "./feed.ts";

const originKey = "feed_guid_origin";

/**
 * Remembers the first `PUBLIC_ORIGIN`: podcasts and episodes keep their names (`podcast:guid`, `guid`), or after a change of
 * domain every subscriber would get every episode again. An address of this machine gives way to the first public one: it is
 * the same in every installation that was tried out.
 */
export async function storeFeedOrigin(): Promise<void> {
  const { PUBLIC_ORIGIN: origin } = environment();
  if (!origin) return;
  await write(async (tx) => {
    const stored = await readSetting(tx, originKey);
    if (!stored) {
      await tx.insert(settings).values({ key: originKey, value: origin }).onConflictDoNothing();
    } else if (isLocal(stored) && !isLocal(origin)) {
      await tx
        .update(settings)
        .set({ value: origin })
        .where(and(eq(settings.key, originKey), eq(settings.value, stored)));
    }
  });
}

const isLocal = (origin: string) => isLoopbackName(new URL(origin).hostname);

/** What all feeds of the site share. `origin`: the present one. */
export async function findFeedSite(origin: string): Promise<FeedSite> {
  return {
    origin,
    guidOrigin: (await readSetting(db, originKey)) ?? origin,
    ownerEmail: environment().PODCAST_OWNER_EMAIL ?? null,
  };
}
