import { createHash } from "node:crypto";
import { crashPoint } from "#app/crash-point.server.ts";
import { parseScript } from "#app/features/creation/script-turns.ts";
import {
  beginTask,
  completePreview,
  hasPreview,
  recordProgress,
  signalOfTask,
} from "#app/features/creation/server/run-task.server.ts";
import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { produceAudio } from "./engines/audio/produce-audio.ts";
import { speechEngine } from "./engines/speech/configured-speech-engine.ts";
import { type JobRun, PermanentFailure } from "./run-job.ts";

/** Progress is written at most this often. */
const progressEveryMs = 500;

/** Speaks a script in two voices and stores the encoded files: the preview that a member can publish. */
export async function producePreview({ payload, signal }: JobRun<"produce-preview">): Promise<void> {
  const task = await beginTask(payload.taskId, "audio_generation");
  if (!task) return;
  const turns = parseScript(task.script ?? "");
  if (turns.length === 0) throw new PermanentFailure("台本が空のため音声を生成できませんでした。");
  const work = signalOfTask(task.id, signal);
  let progressAt = 0;
  try {
    const audio = await produceAudio({
      turns,
      speakingRate: task.speakingRate,
      engine: await speechEngine(),
      signal: work.signal,
      onProgress: ({ stage, percent }) => {
        crashPoint(stage === "speech" ? "speech-running" : "encoding");
        if (Date.now() - progressAt < progressEveryMs) return;
        progressAt = Date.now();
        const whole = stage === "speech" ? percent * 0.85 : 85 + percent * 0.13;
        void recordProgress(task.id, "audio_generation", whole).catch(() => {});
      },
    });
    work.signal.throwIfAborted();
    const files = [];
    for (const { kbps, bytes } of audio.renditions) {
      const storageKey = audioKey(task.id, kbps);
      await audioStorage().put(storageKey, bytes);
      files.push({
        kbps,
        storageKey,
        bytes: bytes.byteLength,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    }
    crashPoint("files-stored");
    const kept = await completePreview(task.id, { durationMs: audio.durationMs, cues: audio.cues, files });
    // A second run of the same job wrote the same files: they stay when the other one has completed the task.
    if (!kept && !(await hasPreview(task.id)))
      for (const file of files) await audioStorage().remove(file.storageKey);
    if (kept && task.flow === "seed") await publishOfficialTracks();
  } finally {
    work.stop();
  }
}
