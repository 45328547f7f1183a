import { eq } from "drizzle-orm";
import type { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { speakersIn } from "#app/engines/script/script.ts";
import type { ScriptLength } from "#app/engines/script/script-engine.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { type Db, primary } from "#db/client.ts";
import { creationChoices, type StoredNarration } from "#db/schema/index.ts";
import type { narrationReply } from "./narration.schema.ts";
import { defaultNarration, type Narration } from "./narration.ts";

/** The lengths that the engine of this installation can write: rules leave nothing out. */
export function offeredLengths(): readonly ScriptLength[] {
  return environment().SCRIPT_ENGINE === "local" ? ["normal"] : ["normal", "short"];
}

/** What a member chose last, as far as it can still be chosen; the defaults before. */
export async function findChoices(userId: string): Promise<Narration> {
  const [found] = await primary
    .select({ narration: creationChoices.narration })
    .from(creationChoices)
    .where(eq(creationChoices.userId, userId));
  const narration = { ...defaultNarration, ...found?.narration };
  return offeredLengths().includes(narration.length) ? narration : { ...narration, length: "normal" };
}

/** Stores what a member has chosen, within the transaction that has locked them; what the text is holds for that text alone. */
export async function saveChoices(tx: Db, userId: string, narration: Narration, now: Date): Promise<void> {
  const remembered = { ...narration, textKind: null };
  await tx
    .insert(creationChoices)
    .values({ userId, narration: remembered, updatedAt: now })
    .onConflictDoUpdate({
      target: creationChoices.userId,
      set: { narration: remembered, updatedAt: now },
    });
}

/** Throws `Invalid` for a length that this installation's engine can't write. */
export function requireLength(length: ScriptLength): void {
  if (!offeredLengths().includes(length))
    throw new Invalid({ length: ["いまの台本のエンジンでは、短めは選べません"] });
}

/** Throws `Invalid` for voices that the engine does not have, and for one voice where both speakers speak. */
export async function requireVoices({ voices }: Narration, script: string): Promise<void> {
  if (voices === null) return;
  // Loaded when it is asked: the voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { findVoice } = await import("#app/engines/speech/speech-engine.ts");
  const { voices: known } = await speechEngine();
  const [voiceA, voiceB] = [findVoice(known, voices.A), findVoice(known, voices.B)];
  if (!voiceA || !voiceB) throw new Invalid({ voices: ["この声は選べません。一覧から選び直してください"] });
  if (speakersIn(script).length > 1 && voiceA === voiceB)
    throw new Invalid({ voices: ["AとBには、ちがう声を選んでください"] });
}

/** A stored narration as replies show it. */
export function presentNarration(stored: StoredNarration | null): z.infer<typeof narrationReply> {
  const { names, ...narration } = { ...defaultNarration, ...stored };
  return { ...narration, speakerNames: names };
}
