import { and, eq, isNotNull } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { db, write } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { audioTasks, settings, tracks } from "#db/schema/index.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { readSetting } from "#db/settings.ts";
import { insertTrackOfPreview } from "../publish/publish-track.server.ts";
import { officialPreviews, openTask } from "../tasks/server/creation-kinds.server.ts";

const yearMs = 365 * dayMs;
const taskIdOf = (slug: string) => `seed-${slug}`;

/** Set once all are published: later deletions are final. */
const seededKey = "official_tracks_seeded_at";

/**
 * Creates the official account, and enqueues its missing tracks behind members' previews. Does nothing once all have been
 * published.
 */
export async function seedOfficialTracks(): Promise<void> {
  const now = new Date();
  await write(async (tx) => {
    if (await readSetting(tx, seededKey)) return;
    await tx.delete(audioTasks).where(and(eq(audioTasks.flow, "seed"), eq(audioTasks.state, "failed")));
    await addOfficialAccount(tx, now);
    for (const official of officialTracks) {
      const [existing] = await tx
        .select({ id: tracks.id })
        .from(tracks)
        .where(eq(tracks.seedSlug, official.slug));
      if (existing) continue;
      const id = taskIdOf(official.slug);
      const [added] = await tx
        .insert(audioTasks)
        .values({
          id,
          userId: officialAccount.id,
          kind: "preview",
          flow: "seed",
          inputText: official.inputText,
          title: official.title,
          script: official.script,
          labels: official.labels,
          previewFilename: `${official.slug}.mp3`,
          createdAt: now,
          updatedAt: now,
          expiresAt: new Date(now.getTime() + yearMs),
        })
        .onConflictDoNothing()
        .returning({ id: audioTasks.id });
      if (!added) continue;
      await enqueueTask(tx, officialPreviews, { id, userId: officialAccount.id });
    }
  });
}

/** Publishes finished official previews. Idempotent. */
export async function publishOfficialTracks(): Promise<void> {
  const finished = await db
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, officialAccount.id),
        eq(audioTasks.kind, "preview"),
        eq(audioTasks.flow, "seed"),
        eq(audioTasks.state, "completed"),
      ),
    );
  for (const task of finished) {
    const official = officialTracks.find(({ slug }) => taskIdOf(slug) === task.id);
    if (!official || task.trackId) continue;
    await write((tx) =>
      insertTrackOfPreview(tx, {
        task,
        title: official.title,
        labels: official.labels,
        author: officialAccount.name,
        seedSlug: official.slug,
      }),
    );
  }
  // The official account may have tracks that were not seeded.
  const published = await db.$count(
    tracks,
    and(eq(tracks.userId, officialAccount.id), isNotNull(tracks.seedSlug)),
  );
  if (published < officialTracks.length) return;
  await write((tx) =>
    tx.insert(settings).values({ key: seededKey, value: new Date().toISOString() }).onConflictDoNothing(),
  );
}

const selectOpenSeedTask = prepared((on) =>
  on
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(and(eq(audioTasks.flow, "seed"), openTask))
    .limit(1),
);

export async function isSeeding(): Promise<boolean> {
  return (await selectOpenSeedTask(db, {})).length > 0;
}
