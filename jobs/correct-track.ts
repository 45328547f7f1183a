import { crashPoint } from "#app/crash-point.server.ts";
import { formatScript, parseScript } from "#app/engines/script/script.ts";
import { completeCorrection } from "#app/features/creation/correction/complete-correction.server.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import {
  type CorrectionTask,
  corrections,
  findCorrectedTrack,
} from "#app/features/creation/correction/correction-kind.server.ts";
import { judgeHarm } from "#app/features/creation/harm/judge-harm.server.ts";
import { editLine } from "#app/features/creation/preview/revision/edit-line.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { speakScript } from "./speak-script.ts";

/** Speaks a published track with another line, and puts it in the place of what listeners hear until then. */
export async function correctTrack(task: CorrectionTask, run: TaskRun<CorrectionTask>): Promise<void> {
  const { id, line, after } = task;
  const track = await findCorrectedTrack(task);
  if (!track) throw new PermanentFailure(correctionMessages.gone);
  const { userId } = track;
  const script = editLine(track.script, { line, text: after });
  const audio = await speakScript({
    taskId: id,
    script,
    speakingRate: track.speakingRate,
    voices: track.voices,
    manner: track.manner,
    caller: { userId, taskId: id },
    signal: run.signal,
    onProgress: run.report,
  });
  // Only what is new: an operator may have let the rest pass.
  const changed = formatScript(parseScript(script).slice(line, line + 1));
  const harms = await judgeHarm({ title: "", script: changed }, { userId });
  const isDone = await completeCorrection(task, track, { script, audio, harms });
  crashPoint("corrected");
  if (!isDone) await endTask(corrections, id, { as: "failed", error: correctionMessages.gone });
}
