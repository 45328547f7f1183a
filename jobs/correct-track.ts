import { crashPoint } from "#app/crash-point.server.ts";
import { formatScript, parseScript } from "#app/engines/script/script.ts";
import {
  claimCorrection,
  isCorrectionActive,
  recordCorrectionProgress,
} from "#app/features/creation/correction/claim-correction.server.ts";
import { completeCorrection } from "#app/features/creation/correction/complete-correction.server.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import { failCorrection } from "#app/features/creation/correction/fail-correction.server.ts";
import { judgeHarm } from "#app/features/creation/harm/judge-harm.server.ts";
import { changeLine } from "#app/features/creation/preview/revision/change-line.ts";
import type { JobRun } from "./queue.ts";
import { speakScript } from "./speak-script.ts";
import { endSignal } from "./task-run.ts";

/** Speaks a published track with another line, and puts it in the place of what listeners hear until then. */
export async function correctTrack({ payload, signal }: JobRun<"produce-preview">): Promise<void> {
  const correction = await claimCorrection(payload.taskId);
  if (!correction) return;
  const { id, line, after, userId } = correction;
  const watch = endSignal(id, signal, isCorrectionActive);
  try {
    const script = changeLine(correction.script, { line, text: after });
    const audio = await speakScript({
      taskId: id,
      script,
      speakingRate: correction.speakingRate,
      voices: correction.voices,
      caller: { userId, taskId: id },
      signal: watch.signal,
      onProgress: (percent) => void recordCorrectionProgress(correction, percent).catch(() => {}),
    });
    // Only what is new: an operator may have let the rest pass.
    const changed = formatScript(parseScript(script).slice(line, line + 1));
    const harms = await judgeHarm({ title: "", script: changed }, { userId });
    const isDone = await completeCorrection(correction, { script, audio, harms });
    crashPoint("corrected");
    if (!isDone) await failCorrection({ taskId: id, error: correctionMessages.gone });
  } finally {
    watch.stop();
  }
}
