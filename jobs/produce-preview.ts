import { createHash } from "node:crypto";
import { crashPoint } from "#app/crash-point.server.ts";
import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import {
  completePreview,
  hasPreview,
  recordProgress,
} from "#app/features/creation/tasks/server/complete-task.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { parseScript } from "#app/features/tracks/script.ts";
import { produceAudio } from "./engines/audio/produce-audio.ts";
import { speechEngine } from "./engines/speech/choose-speech-engine.ts";
import type { JobRun } from "./queue.ts";
import { PermanentFailure, runTask } from "./task-run.ts";

/** Progress is written at most this often. */
const progressIntervalMs = 500;

/** Speech is this share of the whole progress, encoding the next; storing the files is the rest. */
const progressShares = { speech: 0.85, encoding: 0.13 };

/**
 * Speaks a script in two voices and stores the encoded files: the preview that a member can publish. Throws
 * `PermanentFailure` for an empty script.
 */
export async function producePreview({ payload, signal }: JobRun<"produce-preview">): Promise<void> {
  const stage = "audio_generation";
  await runTask({ taskId: payload.taskId, stage, signal }, async (task, taskSignal) => {
    const turns = parseScript(task.script ?? "");
    if (turns.length === 0) throw new PermanentFailure("台本が空のため音声を生成できませんでした。");
    let recordedAt = 0;
    const audio = await produceAudio({
      turns,
      speakingRate: task.speakingRate,
      engine: await speechEngine(),
      signal: taskSignal,
      onProgress: ({ stage: part, percent }) => {
        crashPoint(part === "speech" ? "speech-running" : "encoding");
        if (Date.now() - recordedAt < progressIntervalMs) return;
        recordedAt = Date.now();
        const before = part === "speech" ? 0 : 100 * progressShares.speech;
        void recordProgress(task.id, stage, before + percent * progressShares[part]).catch(() => {});
      },
    });
    taskSignal.throwIfAborted();
    const files = [];
    for (const { kbps, sampleRate, bytes } of audio.renditions) {
      const storageKey = audioKey(task.id, kbps);
      await audioStorage().put(storageKey, bytes);
      files.push({
        kbps,
        sampleRate,
        storageKey,
        bytes: bytes.byteLength,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    }
    crashPoint("files-stored");
    const isStored = await completePreview(task.id, {
      durationMs: audio.durationMs,
      cues: audio.cues,
      files,
    });
    // A second run of the same job writes the same files: they stay when the other run completed the task.
    if (!isStored && !(await hasPreview(task.id)))
      for (const file of files) await audioStorage().remove(file.storageKey);
    if (isStored && task.flow === "seed") await publishOfficialTracks();
  });
}
