import { and, eq } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/official-account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, settings, tracks } from "#db/schema/index.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { enqueue, jobPriority } from "#jobs/queue.ts";
import { insertTrack } from "./publish-track.server.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;
const taskIdOf = (slug: string) => `seed-${slug}`;

/** Set once all of the house's tracks have been there: one that is deleted later stays deleted. */
const seededKey = "official_tracks_seeded_at";

/**
 * Creates the official account and starts the tracks of the house that are neither there nor under way. They
 * are made by the same pipeline as everybody's, after any member's work. Does nothing once all have been made.
 */
export async function seedOfficialTracks(): Promise<void> {
  const now = new Date();
  await write(async (tx) => {
    const [seeded] = await tx.select().from(settings).where(eq(settings.key, seededKey));
    if (seeded) return;
    await tx
      .delete(audioTasks)
      .where(and(eq(audioTasks.flow, "seed"), eq(audioTasks.state, "failed")))
      .returning({ id: audioTasks.id });
    await addOfficialAccount(tx, now);
    for (const official of officialTracks) {
      const [there] = await tx
        .select({ id: tracks.id })
        .from(tracks)
        .where(eq(tracks.seedSlug, official.slug));
      if (there) continue;
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
      await enqueue(tx, {
        name: "produce-preview",
        payload: { taskId: id },
        key: id,
        priority: jobPriority.house,
      });
    }
  });
}

/** Publishes finished house tasks that are not published yet; safe to call at any time. */
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
      insertTrack(tx, {
        task,
        title: official.title,
        labels: official.labels,
        poster: officialAccount.name,
        seedSlug: official.slug,
      }),
    );
  }
  const made = await db.$count(tracks, eq(tracks.userId, officialAccount.id));
  if (made < officialTracks.length) return;
  await write((tx) =>
    tx
      .insert(settings)
      .values({ key: seededKey, value: new Date().toISOString() })
      .onConflictDoNothing()
      .returning({ key: settings.key }),
  );
}
