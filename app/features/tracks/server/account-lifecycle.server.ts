import { setImmediate as nextTurn } from "node:timers/promises";
import { asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { factCheckSchema } from "#app/engines/fact-check/fact-check.schema.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { chunk } from "#app/lib/chunk.ts";
import { type Db, db } from "#db/client.ts";
import { labels, renditions, trackLabels, tracks, transcriptCues } from "#db/schema/index.ts";
import { fromStoredFactCheck } from "../fact-check.ts";
import { exportedMaking, speakerNamesReply } from "../tracks.schema.ts";

const batchSize = 50;

const exportedTracks = z.array(
  z.object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable().describe("説明"),
    coverSeed: z.int().nullable().describe("カバーの絵の番号。音声の番号（id）で描くときはnull"),
    coverVariant: z.int().describe("選んだカバーの絵（0から）"),
    script: z.string(),
    filename: z.string(),
    duration: z.number().describe("長さ（秒）"),
    playCount: z.int(),
    likeCount: z.int(),
    impressionCount: z.int(),
    bookmarkCount: z.int(),
    isVisible: z.boolean(),
    takenDownAt: z.date().nullable().describe("運営が公開を停止した日時"),
    takedownReason: z.string().nullable(),
    listedFrom: z
      .date()
      .nullable()
      .describe("ログインしていない方の一覧に載る日時。はじめから載るときはnull"),
    reviewedAt: z.date().nullable().describe("運営が確認済みにした日時"),
    featuredFrom: z.date().nullable().describe("「今夜の一本」として出はじめる日時"),
    featuredUntil: z.date().nullable().describe("「今夜の一本」でなくなる日時"),
    isPremiumOnly: z.boolean(),
    isRecording: z.boolean().describe("録音された音声かどうか"),
    speechCredit: z.string().nullable().describe("声のクレジット"),
    speakerNames: speakerNamesReply.nullable(),
    creationTaskId: z.string().nullable(),
    uploadedAt: z.date(),
    factCheck: factCheckSchema.nullable(),
    making: exportedMaking,
    audio: z.object({
      path: z.string(),
      files: z.array(z.object({ kbps: z.int(), bytes: z.int() })),
    }),
    labels: z.array(z.string()),
    cues: z.array(
      z.object({
        speaker: z.enum(["A", "B"]),
        text: z.string(),
        start: z.number(),
        end: z.number(),
        section: z.string().nullable(),
      }),
    ),
  }),
);

const ownTracks = (tx: Db, userId: string) =>
  tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, userId));

/** The rows go with the account; the labels, which count their tracks, are locked before. */
export const tracksAccountLifecycle: AccountLifecycle = {
  name: "tracks",
  lockForDeletion: {
    tracks: ownTracks,
    labels: (tx, userId) =>
      tx
        .select({ id: trackLabels.labelId })
        .from(trackLabels)
        .where(inArray(trackLabels.trackId, ownTracks(tx, userId))),
  },
  async findFiles(tx, userId) {
    const files = await tx
      .select({ key: renditions.storageKey })
      .from(renditions)
      .innerJoin(tracks, eq(tracks.id, renditions.trackId))
      .where(eq(tracks.userId, userId));
    return files.map(({ key }) => key);
  },
  exports: { tracks: exportedField({ schema: exportedTracks, read: readTracks }) },
};

/** In batches, between which other requests get their turn. */
async function readTracks(userId: string): Promise<z.infer<typeof exportedTracks>> {
  const all = await ownTracks(db, userId).orderBy(asc(tracks.id));
  const exported: z.infer<typeof exportedTracks> = [];
  for (const batch of chunk(all, batchSize)) {
    await nextTurn();
    exported.push(...(await readBatch(batch.map(({ id }) => id))));
  }
  return exported;
}

async function readBatch(ids: number[]): Promise<z.infer<typeof exportedTracks>> {
  const rows = await db.select().from(tracks).where(inArray(tracks.id, ids)).orderBy(asc(tracks.id));
  const files = await db
    .select({ trackId: renditions.trackId, kbps: renditions.kbps, bytes: renditions.bytes })
    .from(renditions)
    .where(inArray(renditions.trackId, ids))
    .orderBy(asc(renditions.kbps));
  const cues = await db
    .select()
    .from(transcriptCues)
    .where(inArray(transcriptCues.trackId, ids))
    .orderBy(asc(transcriptCues.position));
  const names = await db
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(inArray(trackLabels.trackId, ids))
    .orderBy(asc(trackLabels.position));
  const [filesOf, cuesOf, namesOf] = [byTrack(files), byTrack(cues), byTrack(names)];
  return rows.map(
    ({
      userId: _,
      searchText: _search,
      searchReadings: _readings,
      seedSlug: _slug,
      spokenWith: _spokenWith,
      premiumOnlyChangedAt: _changed,
      wasVisibleBefore: _onRelease,
      taskId,
      durationMs,
      ...track
    }) => ({
      ...track,
      factCheck: fromStoredFactCheck(track.factCheck),
      creationTaskId: taskId,
      duration: durationMs / 1000,
      audio: {
        path: `/api/stream/${track.id}`,
        files: (filesOf.get(track.id) ?? []).map(({ kbps, bytes }) => ({ kbps, bytes })),
      },
      labels: (namesOf.get(track.id) ?? []).map(({ name }) => name),
      cues: (cuesOf.get(track.id) ?? []).map(({ speaker, text, startMs, endMs, section }) => ({
        speaker,
        text,
        start: startMs / 1000,
        end: endMs / 1000,
        section,
      })),
    }),
  );
}

const byTrack = <Row extends { trackId: number }>(rows: Row[]) => Map.groupBy(rows, ({ trackId }) => trackId);
