import { setImmediate as nextTurn } from "node:timers/promises";
import { asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { factCheckSchema } from "#app/engines/fact-check/fact-check.schema.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { exportedMaking } from "#app/features/tracks/tracks.schema.ts";
import { chunk } from "#app/lib/chunk.ts";
import { afterCommit, type Db, db } from "#db/client.ts";
import {
  audioTasks,
  correctedFields,
  creationChoices,
  dailyUsage,
  publishProblems,
  trackCorrections,
  tracks,
} from "#db/schema/index.ts";
import { taskStates } from "../audio-task.ts";
import { narrationReply, textKindReply } from "../narration/narration.schema.ts";
import { presentNarration } from "../narration/narration.server.ts";
import { speechFolder } from "./speech-cache.server.ts";

const batchSize = 50;

const exportedTasks = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(["script", "preview"]),
    flow: z.enum(["v1", "v2", "seed", "series"]),
    state: z.enum(taskStates),
    stage: z.string(),
    progress: z.int(),
    attempts: z.int(),
    inputText: z.string(),
    title: z.string(),
    isTitleDerived: z.boolean().describe("タイトルが本文からつけられたか"),
    script: z.string().nullable(),
    factCheck: factCheckSchema.nullable(),
    making: exportedMaking,
    labels: z.array(z.string()).nullable(),
    originalScript: z.string().nullable(),
    issues: z.array(z.string()).nullable(),
    speakingRate: z.number(),
    presentation: narrationReply,
    textKind: textKindReply,
    scriptTaskId: z.string().nullable(),
    previewFilename: z.string().nullable(),
    preview: z
      .object({
        path: z.string(),
        duration: z.number(),
        files: z.array(z.object({ kbps: z.int(), bytes: z.int() })),
        cues: z.array(
          z.object({
            speaker: z.enum(["A", "B"]),
            text: z.string(),
            startMs: z.number(),
            endMs: z.number(),
            turn: z.int().optional(),
            section: z.string().optional(),
          }),
        ),
      })
      .nullable(),
    unsavedScript: z
      .object({
        title: z.string(),
        labels: z.array(z.string()),
        lines: z.array(z.object({ speaker: z.enum(["A", "B"]), text: z.string() })),
      })
      .nullable()
      .describe("直していて、まだ保存していない台本。nullは、直していない"),
    earlierScripts: z.array(z.string()).describe("行を直す前の台本"),
    usageDay: z.string().nullable(),
    trackId: z.int().nullable(),
    publishAt: z.date().nullable().describe("自動で公開する予定の日時"),
    publishProblem: z.enum(publishProblems).nullable().describe("予定どおりに公開されなかった理由"),
    error: z.string().nullable(),
    isDiscarded: z.boolean(),
    createdAt: z.date(),
    startedAt: z.date().nullable(),
    updatedAt: z.date(),
    expiresAt: z.date(),
  }),
);

const ownTasks = (tx: Db, userId: string) =>
  tx.select({ id: audioTasks.id }).from(audioTasks).where(eq(audioTasks.userId, userId));

/** Deletion aborts running jobs. */
export const creationAccountLifecycle: AccountLifecycle = {
  name: "creation",
  lockForDeletion: { audioTasks: ownTasks },
  async findFiles(tx, userId) {
    return [speechFolder(userId), ...(await ownTasks(tx, userId)).map(({ id }) => folderOfTask(id))];
  },
  async removeRows(tx, userId) {
    const tasks = await tx
      .select({ id: audioTasks.id, state: audioTasks.state })
      .from(audioTasks)
      .where(eq(audioTasks.userId, userId));
    const open = tasks.filter(isOpen).map(({ id }) => id);
    afterCommit(async () => {
      for (const id of open) await publishTaskChange({ id, userId });
    });
  },
  exports: {
    creationTasks: exportedField({ schema: exportedTasks, read: readTasks }),
    creationChoices: exportedField({
      schema: narrationReply.nullable(),
      read: async (userId) => {
        const [chosen] = await db.select().from(creationChoices).where(eq(creationChoices.userId, userId));
        return chosen ? presentNarration(chosen.narration) : null;
      },
    }),
    trackCorrections: exportedField({
      schema: z.array(
        z.object({
          trackId: z.int(),
          field: z.enum(correctedFields).describe("直したもの。lineは台本の行、voicesは声と速さ"),
          line: z.int().nullable().describe("台本の行（1から）"),
          before: z.string(),
          after: z.string(),
          note: z.string().nullable(),
          createdAt: z.date(),
          correctedAt: z.date().nullable().describe("訂正した音声に替わった日時"),
        }),
      ),
      async read(userId) {
        const { trackId, field, line, before, after, note, createdAt, correctedAt } = trackCorrections;
        const rows = await db
          .select({ trackId, field, line, before, after, note, createdAt, correctedAt })
          .from(trackCorrections)
          .innerJoin(tracks, eq(tracks.id, trackId))
          .where(eq(tracks.userId, userId))
          .orderBy(asc(createdAt));
        return rows.map((row) => ({ ...row, line: row.field === "line" ? row.line + 1 : null }));
      },
    }),
    dailyUsage: exportedField({
      schema: z.array(z.object({ day: z.iso.date(), count: z.int() })),
      read: async (userId) =>
        db
          .select({ day: dailyUsage.day, count: dailyUsage.count })
          .from(dailyUsage)
          .where(eq(dailyUsage.userId, userId))
          .orderBy(asc(dailyUsage.day)),
    }),
  },
};

/** In batches, so that other requests get a turn. */
async function readTasks(userId: string): Promise<z.infer<typeof exportedTasks>> {
  const all = await ownTasks(db, userId).orderBy(asc(audioTasks.createdAt), asc(audioTasks.id));
  const rows: (typeof audioTasks.$inferSelect)[] = [];
  for (const batch of chunk(all, batchSize)) {
    await nextTurn();
    const ids = batch.map(({ id }) => id);
    const some = db.select().from(audioTasks).where(inArray(audioTasks.id, ids));
    rows.push(...(await some.orderBy(asc(audioTasks.createdAt), asc(audioTasks.id))));
  }
  return rows.map(({ userId: _, failureCause: _cause, preview, revision, narration, edits, ...task }) => ({
    ...task,
    unsavedScript: edits?.shown ?? null,
    earlierScripts: (revision?.earlier ?? []).map(({ script }) => script),
    presentation: presentNarration(narration),
    factCheck: fromStoredFactCheck(task.factCheck),
    preview: preview && {
      path: `/api/stream/${task.previewFilename}`,
      duration: preview.durationMs / 1000,
      files: preview.files.map(({ kbps, bytes }) => ({ kbps, bytes })),
      cues: preview.cues,
    },
  }));
}
