import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { crashPoint } from "#app/crash-point.server.ts";
import { type RefusalReason, RefusedAudio } from "#app/engines/audio/conversion/audio-source.ts";
import type { ConvertedAudio } from "#app/engines/audio/conversion/convert.ts";
import { convertAudio } from "#app/engines/audio/conversion/convert-audio.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import {
  claimUpload,
  isUploadActive,
  recordUploadProgress,
} from "#app/features/tracks/upload/server/claim-upload.server.ts";
import {
  completeUpload,
  hasUploadedTrack,
} from "#app/features/tracks/upload/server/complete-upload.server.ts";
import { sourceKey, sourcePath } from "#app/features/tracks/upload/server/locks.server.ts";
import { workFolder } from "#app/features/tracks/upload/server/recover-uploads.server.ts";
import { conversionProgress, maxUploadSeconds, uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { logger } from "#app/logger.server.ts";
import type { JobRun } from "./queue.ts";
import { endSignal, PermanentFailure } from "./task-run.ts";

/** Progress is recorded at most this often. */
const progressIntervalMs = 1000;

const refusals: Record<RefusalReason, string> = {
  unreadable: uploadMessages.unreadable,
  truncated: uploadMessages.truncated,
  "unsupported-codec": uploadMessages.unsupportedCodec,
  "no-aac-decoder": uploadMessages.noAacDecoder,
  "too-short": uploadMessages.tooShort,
  "too-long": uploadMessages.tooLong,
};

/** Converts an uploaded file and makes it a track. Throws `PermanentFailure` for a file that can't be converted. */
export async function convertUpload({ payload, signal }: JobRun<"convert-upload">): Promise<void> {
  const upload = await claimUpload(payload.taskId);
  if (!upload) return;
  const { id: uploadId } = upload;
  const watch = endSignal(uploadId, signal, isUploadActive);
  const folder = workFolder(uploadId);
  try {
    // A run that was killed may have left some of its files.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await audioStorage().stat(sourceKey(uploadId))))
      throw new PermanentFailure(uploadMessages.interrupted);
    const audio = await convert(uploadId, folder, watch.signal);
    const files = await store(uploadId, audio);
    crashPoint("upload-stored");
    watch.signal.throwIfAborted();
    const isCompleted = await completeUpload(upload, {
      durationMs: audio.durationMs,
      delayMs: audio.delayMs,
      files,
    });
    // A second run of the same job writes the same files: they stay when the other run has completed the upload.
    if (!isCompleted && !(await hasUploadedTrack(uploadId)))
      for (const { storageKey } of files) await audioStorage().remove(storageKey);
  } finally {
    watch.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function convert(uploadId: string, folder: string, signal: AbortSignal): Promise<ConvertedAudio> {
  let recordedAt = 0;
  try {
    return await convertAudio({
      path: sourcePath(uploadId),
      folder,
      maxSeconds: maxUploadSeconds,
      signal,
      onProgress({ stage, percent }) {
        crashPoint(stage === "measuring" ? "upload-measuring" : "upload-encoding");
        if (Date.now() - recordedAt < progressIntervalMs) return;
        recordedAt = Date.now();
        const progress = conversionProgress({ stage, percent });
        void recordUploadProgress(uploadId, { stage, progress }).catch(() => {});
      },
      onCrash: (end) => logger.warn(end, "an audio file was not converted"),
    });
  } catch (error) {
    if (error instanceof RefusedAudio) throw new PermanentFailure(refusals[error.reason], { cause: error });
    throw error;
  }
}

async function store(uploadId: string, { files }: ConvertedAudio) {
  const stored = [];
  for (const { kbps, sampleRate, path, bytes, sha256 } of files) {
    const storageKey = audioKey(uploadId, kbps);
    await audioStorage().put(storageKey, createReadStream(path));
    stored.push({ kbps, sampleRate, storageKey, bytes, sha256 });
  }
  return stored;
}
