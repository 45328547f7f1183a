import { continueMemberRun, memberRuns } from "#app/features/admin/members/bulk/member-bulk-verbs.server.ts";
import { corrections } from "#app/features/creation/correction/correction-kind.server.ts";
import {
  officialPreviews,
  previews,
  scripts,
} from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { bulkRuns } from "#app/features/tracks/moderation/bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "#app/features/tracks/moderation/bulk/continue-bulk-run.server.ts";
import { uploads } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { convertUpload } from "./convert-upload.ts";
import { correctTrack } from "./correct-track.ts";
import { generateTrack } from "./generate-track.ts";
import { producePreview } from "./produce-preview.ts";
import { type TaskHandler, taskHandler } from "./work-tasks.ts";
import { writeScript } from "./write-script.ts";

export const taskHandlers: readonly TaskHandler[] = [
  taskHandler(scripts, writeScript),
  taskHandler(previews, producePreview),
  taskHandler(officialPreviews, producePreview),
  taskHandler(corrections, correctTrack),
  taskHandler(generations, generateTrack),
  taskHandler(uploads, convertUpload),
  {
    kind: bulkRuns,
    run: async ({ taskId, signal }) => void (await continueBulkRun({ runId: Number(taskId), signal })),
  },
  {
    kind: memberRuns,
    run: async ({ taskId, signal }) => void (await continueMemberRun({ runId: Number(taskId), signal })),
  },
];
