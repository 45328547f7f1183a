import { crashPoint } from "#app/crash-point.server.ts";
import { formatScript, parseScript } from "#app/engines/script/script.ts";
import { isOfficial } from "#app/features/accounts/account.ts";
import { completeCorrection } from "#app/features/creation/correction/complete-correction.server.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import {
  type CorrectionTask,
  corrections,
  findCorrectedTrack,
} from "#app/features/creation/correction/correction-kind.server.ts";
import { editLine } from "#app/features/creation/preview/revision/edit-line.ts";
import { judgeHarm } from "#app/features/creation/server/judge-harm.server.ts";
import { PermanentFailure, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { speakScript } from "./speak-script.ts";

/** Speaks a published track with a corrected line or in other voices, and replaces the sound. */
export async function correctTrack(task: CorrectionTask, run: TaskRun<CorrectionTask>): Promise<void> {
  const { id, field, line, after } = task;
  const track = await findCorrectedTrack(task);
  if (!track) throw new PermanentFailure(correctionMessages.gone);
  const { userId } = track;
  const script = field === "line" ? editLine(track.script, { line, text: after }) : track.script;
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
  // Only the new line: an operator may have approved the rest. The dictionary may have changed all.
  const changed = field === "line" ? formatScript(parseScript(script).slice(line, line + 1)) : "";
  const { heardLines = [] } = audio;
  const isNew = changed !== "" || heardLines.length > 0;
  const harms =
    isNew && !isOfficial(userId)
      ? await judgeHarm({ title: "", script: changed, heardLines }, { userId })
      : [];
  const isDone = await completeCorrection(task, track, { script, audio, harms });
  crashPoint("corrected");
  if (!isDone) await endTask(corrections, id, { as: "failed", error: correctionMessages.gone });
}
