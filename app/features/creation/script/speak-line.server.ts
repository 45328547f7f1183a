import { and, eq, gt, isNull } from "drizzle-orm";
import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { speakingMannerOf } from "#app/engines/speech/speaking-manner.ts";
import { Invalid, NotFound } from "#app/features/domain-error.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { asUnavailable } from "#app/features/providers/server/as-unavailable.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { isSpeakable, unspeakableText } from "../creation.ts";
import { speechStore } from "../server/speech-cache.server.ts";
import { spokenLines } from "./document/script-edits.ts";

/** A line that has not been spoken by then is not. */
const maxSpeakingMs = 60_000;
/** Of a line that is longer so much is heard, in characters. */
const maxHeardLength = 300;

/**
 * Speaks one line of the viewer's script as a preview would. Consumes no daily generation. The member's cache of speech keeps the
 * sound, so the preview speaks only the rest. Throws `NotFound` (no such script or line), `Invalid` (no words), and `Unavailable`
 * or `LimitReached` while the speech service is out of order.
 */
export async function speakLine(o: {
  viewer: { id: string };
  taskId: string;
  line: number;
  /** Of the changes that are not saved yet, as the form of the lines has them. */
  isEdited: boolean;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { viewer, taskId, line, isEdited } = o;
  const [task] = await primary
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.id, taskId),
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.isDiscarded, false),
        isNull(audioTasks.trackId),
        gt(audioTasks.expiresAt, new Date()),
      ),
    );
  const turns = task?.script ? parseScript(task.script) : [];
  const shown = (isEdited && task?.edits?.shown.lines) || turns;
  const found = shown[line];
  if (!task || !found) throw new NotFound("台本の行が見つかりません");
  if (!isSpeakable(found.text)) throw new Invalid({ line: [unspeakableText] });
  await requireEngine("speech", viewer.id);
  // Loaded when it is asked: the voices have programs and models.
  const { speakTurns } = await import("#app/engines/speech/speak-sample.ts");
  const index = await findLexicon(viewer.id);
  return asUnavailable(
    speakTurns({
      turns: shorten(spokenLines([{ speaker: found.speaker, text: found.text }])),
      speakingRate: task.speakingRate,
      voices: task.narration?.voices ?? undefined,
      manner: speakingMannerOf(task),
      index,
      store: speechStore(viewer.id),
      access: providerAccess({ userId: viewer.id, taskId: null }),
      signal: AbortSignal.timeout(maxSpeakingMs),
    }),
  );
}

/** The turns up to `maxHeardLength`, to the end of the sentence where there is one. */
function shorten(turns: readonly Turn[]): Turn[] {
  let left = maxHeardLength;
  const heard: Turn[] = [];
  for (const turn of turns) {
    if (left <= 0) break;
    const cut = turn.text.slice(0, left).toWellFormed();
    const end = cut.length < turn.text.length ? cut.search(/[^。！？]*$/u) : cut.length;
    heard.push({ ...turn, text: cut.slice(0, end || cut.length) });
    left -= turn.text.length;
  }
  return heard;
}
