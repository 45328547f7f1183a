import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { pronunciationSchema } from "#app/features/pronunciations/pronunciations.schema.ts";
import { savePronunciation } from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { writePlaceReading } from "#app/lib/place-readings.ts";
import { staleScript } from "../creation-messages.ts";
import type { ScriptDraft } from "../creation-page.ts";
import { revisionMessages } from "../preview/revision/revision.ts";
import { saveScript } from "../script/save-script.server.ts";
import type { ReadingChoice } from "./readings.schema.ts";

/** `siteActor` is asked only for the site's dictionary; throws `NotAuthenticated` except for the admin. */
export interface ReadingChooser {
  viewer: Viewer;
  siteActor: () => Promise<Actor>;
}

/** The new line, or null if a dictionary has the reading, and what to say. */
type ChosenReading = { text: string; flash?: undefined } | { text: null; flash: FlashKey };

/**
 * Sets a word's reading: returns the new line, or stores it in a dictionary. Throws `Invalid` (kana, accent), `Conflict`
 * (`stale`: the word is gone), `NotAuthenticated` (site's dictionary, not admin).
 */
export async function chooseReading(
  o: ReadingChooser & { text: string | undefined; choice: ReadingChoice; stale: string },
): Promise<ChosenReading> {
  const { viewer, choice, text } = o;
  const { at, word, scope } = choice;
  const [chosen = "", fall = ""] =
    choice.way === "own" ? [choice.reading, choice.accent] : choice.way.split(":");
  const parsed = pronunciationSchema.safeParse({
    word,
    reading: chosen,
    accent: fall === "" ? null : Number(fall),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Invalid({ [issue?.path[0] === "accent" ? "accent" : "reading"]: [issue?.message ?? ""] });
  }
  const { reading: kana, accent } = parsed.data;
  const read = text === undefined ? null : writePlaceReading(text, { at, word, kana, accent });
  if (read === null) throw new Conflict(o.stale);
  if (scope === "place") return { text: read };
  if (scope === "member") {
    await savePronunciation({ owner: { kind: "member", viewer }, entry: parsed.data });
    return { text: null, flash: "reading-saved" };
  }
  await savePronunciation({ owner: { kind: "site", actor: await o.siteActor() }, entry: parsed.data });
  return { text: null, flash: "site-reading-saved" };
}

/**
 * Sets a draft word's reading; returns what to say. Throws as `chooseReading`, and `Invalid` if the script becomes too long.
 */
export async function setDraftReading(
  o: ReadingChooser & { draft: ScriptDraft; choice: ReadingChoice },
): Promise<FlashKey> {
  const { viewer, draft, choice } = o;
  const turns = parseScript(draft.script);
  const turn = turns[choice.line];
  const { text, flash } = await chooseReading({
    ...o,
    text: turn?.text,
    stale: staleScript.edited.description,
  });
  if (text === null || !turn) return flash ?? "reading-set";
  const script = formatScript(turns.with(choice.line, { ...turn, text }));
  if ([...script].length > maxScriptLength) throw new Invalid({ reading: [revisionMessages.tooLong] });
  await saveScript({ viewer, taskId: draft.taskId, title: draft.title, labels: draft.labels, script });
  return "reading-set";
}
