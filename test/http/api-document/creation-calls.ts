import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { provenanceReply } from "#app/features/provenance/provenance.schema.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { makePreview, publicationOf, sampleText, writeScript } from "../../api/journeys.ts";
import { addAudioTask } from "../../audio-tasks.ts";
import { call, friend, me, member, other, rows, visitor } from "./callers.ts";

export async function callCreation(): Promise<void> {
  const written = await writeScript(me, sampleText);
  const revision = {
    inputText: sampleText,
    originalScript: written.script,
    issues: ["数字を確かめてください"],
  };
  await call(me, "POST /api/regenerate-script", revision);
  const [draft] = await primary
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, member.id), eq(audioTasks.script, written.script)))
    .limit(1);
  await call(me, `GET /api/audio-tasks/${draft?.id}/lines/0/sound`);
  const made = await makePreview(me);
  await call(me, "GET /api/posting-status");
  const { voices } = z
    .object({ voices: z.array(z.object({ samplePath: z.string() })) })
    .parse(await call(me, "GET /api/voices"));
  const sample = `${voices[0]?.samplePath}`;
  await call(me, `GET ${sample}`);
  for (const [headers, status] of [
    [{ "If-None-Match": "*" }, 304],
    [{ Range: "bytes=0-9" }, 206],
    [{ Range: "bytes=99999999-" }, 416],
    [{ "If-Match": '"other"' }, 412],
  ] as const)
    expect((await me.get(sample, headers)).status).toBe(status);
  const entry = z
    .object({ id: z.number() })
    .parse(await call(me, "POST /api/readings", { word: "宍粟", reading: "しそう" }));
  await call(me, "POST /api/readings/import", { text: "匝瑳,そうさ,1" });
  const heard = new URLSearchParams({ reading: "ハシ", accent: "2", after: "を渡る" });
  await call(me, `GET /api/readings/sample?${heard}`);
  rows.parse(await call(me, "GET /api/readings"));
  await call(me, `DELETE /api/readings/${entry.id}`);
  await call(me, "POST /api/publish-track", { autoUpdateOnly: true, previewFilename: made.previewFilename });
  const published = z
    .object({ trackId: z.number() })
    .parse(await call(me, "POST /api/publish-track", { ...publicationOf(made), labels: ["歴史"] }));
  await call(me, "POST /api/audio-tasks/update-track-id", {
    sessionId: made.taskId,
    trackId: published.trackId,
  });
  const { manifest } = provenanceReply.parse(
    await call(visitor(), `GET /api/tracks/${published.trackId}/provenance`),
  );
  expect(manifest).toMatchObject({
    script: { writtenBy: "unknown", editedByAuthor: "unknown" },
    speech: { engine: "local", voices: expect.arrayContaining([expect.objectContaining({ speaker: "A" })]) },
  });
  expect(manifest.sounds.map(({ kbps }) => kbps)).toEqual([128, 64]);
  rows.parse(await call(visitor(), `GET /api/tracks/category/${encodeURIComponent("歴史")}`));
  rows.parse(await call(visitor(), "GET /api/categories/tracks"));
  const { script, title } = written;
  const begun = z
    .object({ taskId: z.string() })
    .parse(await call(me, "POST /api/generate-audio-preview", { script, title }));
  await call(me, `POST /api/audio-tasks/${begun.taskId}/cancel`);
  rows.parse(await call(me, "GET /api/audio-tasks/user"));
  const [unwanted, stuck] = [randomUUID(), randomUUID()];
  // Too old, so that it can be killed.
  const then = new Date(Date.now() - 3_600_000);
  const times = { createdAt: then, startedAt: then, updatedAt: then };
  for (const id of [unwanted, stuck])
    await addAudioTask({ id, userId: friend.id, previewFilename: `${id}.mp3`, ...times });
  await call(other, `DELETE /api/cleanup-preview/${unwanted}.mp3`);
  await call(other, `POST /api/audio-tasks/${stuck}/kill`);
}
