import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { crashPoint } from "#app/crash-point.server.ts";
import { type RefusalReason, RefusedAudio } from "#app/engines/audio/conversion/audio-source.ts";
import type { ConvertedAudio } from "#app/engines/audio/conversion/convert.ts";
import { convertAudio } from "#app/engines/audio/conversion/convert-audio.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { completeUpload } from "#app/features/tracks/upload/server/complete-upload.server.ts";
import { sourceKey, sourcePath, workFolder } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import {
  conversionProgress,
  maxUploadSeconds,
  type Upload,
  uploadMessages,
} from "#app/features/tracks/upload/upload.ts";
import { SoundHash } from "#app/lib/sound-hash.ts";
import { logger } from "#app/logger.server.ts";

const refusals: Record<RefusalReason, string> = {
  unreadable: uploadMessages.unreadable,
  truncated: uploadMessages.truncated,
  "unsupported-codec": uploadMessages.unsupportedCodec,
  "no-aac-decoder": uploadMessages.noAacDecoder,
  "too-short": uploadMessages.tooShort,
  "too-long": uploadMessages.tooLong,
};

/** Makes an uploaded file a track. Throws `PermanentFailure` if it can't be converted. */
export async function convertUpload(upload: Upload, run: TaskRun<Upload>): Promise<void> {
  const { id: uploadId } = upload;
  const folder = workFolder(uploadId);
  try {
    // Left by a killed run.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await audioStorage().stat(sourceKey(uploadId))))
      throw new PermanentFailure(uploadMessages.interrupted);
    const audio = await convert(uploadId, folder, run);
    const files = await store(uploadId, audio);
    crashPoint("upload-stored");
    run.signal.throwIfAborted();
    await completeUpload(upload, { durationMs: audio.durationMs, delayMs: audio.delayMs, files });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convert(
  uploadId: string,
  folder: string,
  { signal, report }: TaskRun<Upload>,
): Promise<ConvertedAudio> {
  try {
    return await convertAudio({
      path: await sourcePath(uploadId, folder),
      folder,
      maxSeconds: maxUploadSeconds,
      signal,
      onProgress({ stage, percent }) {
        crashPoint(stage === "measuring" ? "upload-measuring" : "upload-encoding");
        report(conversionProgress({ stage, percent }), { stage });
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
    const hash = new SoundHash();
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    await audioStorage().put(storageKey, createReadStream(path));
    const soundSha256 = hash.digest()?.sha256;
    stored.push({ kbps, sampleRate, storageKey, bytes, sha256, soundSha256 });
  }
  return stored;
}
