import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { agreements } from "#app/features/creation/creation.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { labels, trackLabels, users } from "#db/schema/index.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";

/** Puts published, labelled tracks of the member of `email` beside a running server: making one takes it seconds. Returns their ids. */
export async function publish(
  { dataDir }: RunningServer,
  email: string,
  titles: readonly string[],
  seconds = 5,
): Promise<number[]> {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  try {
    const userId = await write(async (tx) => {
      const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      return member?.id ?? "";
    });
    const trackIds = await addSoundingTracks({ dataDir, userId, titles, seconds });
    await write(async (tx) => {
      await tx.insert(labels).values({ name: "夜", folded: "夜" }).onConflictDoNothing();
      const [label] = await tx.select({ id: labels.id }).from(labels).where(eq(labels.name, "夜"));
      for (const trackId of trackIds)
        await tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 });
    });
    return trackIds;
  } finally {
    await closeDatabase();
  }
}

/** Ticks every point of the list at the end of the creation page. */
export async function agree(page: Page): Promise<void> {
  for (const point of agreements) await page.getByLabel(point).check();
}
