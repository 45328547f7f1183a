import { bulkRunKind } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "#app/features/admin/bulk/continue-bulk-run.server.ts";
import { corrections } from "#app/features/creation/correction/correction-kind.server.ts";
import {
  officialPreviews,
  previews,
  scripts,
} from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
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
    kind: bulkRunKind,
    run: async ({ taskId, signal }) => void (await continueBulkRun({ runId: Number(taskId), signal })),
  },
];
