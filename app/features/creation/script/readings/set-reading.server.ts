import type { z } from "zod";
import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { pronunciationSchema } from "#app/features/pronunciations/pronunciations.schema.ts";
import { savePronunciation } from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import { writePlaceReading } from "#app/lib/place-readings.ts";
import type { setReadingSchema } from "../../creation.schema.ts";
import { staleScript } from "../../creation-messages.ts";
import type { ScriptDraft } from "../../creation-page.ts";
import { revisionMessages } from "../../preview/revision/revision.ts";
import { saveScript } from "../save-script.server.ts";

/**
 * Gives a word of a draft its reading: at this place of the script, or in the member's dictionary. Throws `Invalid` for kana, accent
 * or a script that becomes too long, and `Conflict` for a word that is not there any more.
 */
export async function setReading(options: {
  viewer: Viewer;
  draft: ScriptDraft;
  form: z.output<typeof setReadingSchema>;
}): Promise<void> {
  const { viewer, draft, form } = options;
  const { line, at, word } = form;
  const [chosen = "", fall = ""] = form.way === "own" ? [form.reading, form.accent] : form.way.split(":");
  const parsed = pronunciationSchema.safeParse({
    word,
    reading: chosen,
    accent: fall === "" ? null : Number(fall),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Invalid({ [issue?.path[0] === "accent" ? "accent" : "reading"]: [issue?.message ?? ""] });
  }
  const turns = parseScript(draft.script);
  const turn = turns[line];
  const { reading: kana, accent } = parsed.data;
  const text = turn && writePlaceReading(turn.text, { at, word, kana, accent });
  if (!turn || text === undefined || text === null) throw new Conflict(staleScript.edited.description);
  if (form.scope === "member") {
    await savePronunciation({ owner: { kind: "member", viewer }, entry: parsed.data });
    return;
  }
  const script = formatScript(turns.with(line, { ...turn, text }));
  if ([...script].length > maxScriptLength) throw new Invalid({ reading: [revisionMessages.tooLong] });
  await saveScript({ viewer, taskId: draft.taskId, title: draft.title, labels: draft.labels, script });
}
