import type { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { aiNoteTurn } from "#app/engines/audio/ai-provenance.ts";
import { measureScript } from "#app/engines/audio/measure-script.ts";
import { fitText } from "#app/engines/script/local-script-engine.ts";
import { joinPassages } from "#app/engines/script/minutes/passages.ts";
import { moodOfKind, type TextKind } from "#app/engines/script/text-kind.ts";
import { promisedSeconds, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { findSource } from "#app/features/sources/server/sources.server.ts";
import { chosenText, maxShortenedLength, type SourceFlow } from "#app/features/sources/sources.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { creationFlows, isLongEnough, isSpeakable, tooShortText, unspeakableText } from "../creation.ts";
import { staleScript } from "../creation-messages.ts";
import { findChoices } from "../narration/narration.server.ts";
import { type Narration, withChoices } from "../narration/narration.ts";
import { startScript } from "../script/start-script.server.ts";
import { findCreationState } from "../server/load-creation-page.server.ts";
import { scripts } from "../tasks/server/creation-kinds.server.ts";
import type { minutesFormSchema, minutesQuerySchema } from "./minutes.schema.ts";
import { maxChosenForScript, maxPassages } from "./minutes.ts";

type MinutesQuery = z.output<typeof minutesQuerySchema>;

/** A passage as the page shows it. */
export interface ShownPassage {
  text: string;
  isHeading: boolean;
  /** A paragraph begins with it. */
  beginsParagraph: boolean;
  seconds: number;
}

/** A text in passages, with those that a script of the wished length keeps. */
export interface FittedSource {
  source: { id: string; flow: SourceFlow; name: string; title: string };
  narration: Narration;
  speakingRate: number;
  /** Null with the reason why no minutes of it can be made. */
  fit: {
    version: string;
    textKind: TextKind;
    passages: ShownPassage[];
    kept: number[];
    /** Seconds that the script of those will last, and that of the whole text. */
    promised: number;
    whole: number;
  } | null;
  problem: string | null;
}

interface OfMember {
  viewer: Viewer;
  sourceId: string;
  query: MinutesQuery;
  signal: AbortSignal;
}

/** Which text the passages of a page are of: another one has another length, or other passages. */
const versionOf = (text: string, passages: readonly unknown[]) => `${text.length}-${passages.length}`;

/** Chooses the passages of a member's text for the wished minutes. Throws `NotFound` for a text that is not theirs or over. */
export async function fitSource(o: OfMember): Promise<FittedSource> {
  const { fitted, ...found } = await findFit(o);
  if (!fitted) return { ...found, fit: null };
  const { text, passages, seconds, kept, promised, whole, textKind } = fitted;
  return {
    ...found,
    fit: {
      ...{ version: versionOf(text, passages), textKind, kept, promised, whole },
      passages: passages.map(({ start, end }, at) => {
        const shown = text.slice(start, end);
        return {
          text: shown.trim(),
          isHeading: /^\s*(?:#{1,6}\s|[■◆▼●◎【])/u.test(shown),
          beginsParagraph: at > 0 && /^\s*\n/u.test(shown),
          seconds: seconds[at] ?? 0,
        };
      }),
    },
  };
}

async function findFit({ viewer, sourceId, query, signal }: OfMember) {
  const { id, flow, name, title, blocks, chosen } = await findSource({ viewer, sourceId });
  const narration = withChoices(await findChoices(viewer.id), query);
  const speakingRate = query.speakingRate ?? 1;
  const source = { id, flow, name, title };
  const found = { source, narration, speakingRate };
  const text = chosenText(blocks, chosen);
  const length = countCharacters(text);
  const refuse = (problem: string) => ({ ...found, problem, fitted: null });
  if (length === 0) return refuse("使う段落が選ばれていません。先に段落を選んでください。");
  if (length > maxShortenedLength)
    return refuse(
      `選んだ文章は${length.toLocaleString("ja-JP")}文字です。${maxShortenedLength.toLocaleString("ja-JP")}文字までの段落を選んでください。`,
    );
  const fitted = await fitText({
    source: {
      inputText: text,
      ...(query.title || title ? { title: query.title || title } : {}),
      form: narration.form,
      hasGreetings: narration.hasGreetings,
      ...(narration.textKind ? { textKind: narration.textKind } : {}),
    },
    ...(await wishedSeconds(query.minutes, { narration, speakingRate })),
    speakingRate,
    focus: query.focus,
    signal,
  });
  if (!fitted)
    return refuse("話し手の決まった台本として書かれているので、文を選べません。このまま使ってください。");
  if (fitted.passages.length > maxPassages) return refuse("文が多すぎます。段落を減らしてください。");
  return { ...found, problem: null, fitted };
}

/** How long the lines of the script may be beside the note that settings ask for, and how fast the chosen voices speak. */
async function wishedSeconds(minutes: number, o: { narration: Narration; speakingRate: number }) {
  // Loaded when it is asked: the voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { resolveVoices } = await import("#app/engines/speech/speech-engine.ts");
  const engine = await speechEngine();
  const { A, B } = resolveVoices(engine, o.narration.voices);
  const pacesOf = (kind: TextKind) => {
    const paceOf = (voiceId: string) => engine.paceOf?.(voiceId, moodOfKind(kind)) ?? unmeasuredPace;
    return { A: paceOf(A.id), B: paceOf(B.id) };
  };
  const note =
    environment().AI_NOTE === "spoken"
      ? promisedSeconds(measureScript([aiNoteTurn]), {
          paces: pacesOf("article"),
          speakingRate: o.speakingRate,
        })
      : 0;
  return { seconds: minutes * 60 - note, pacesOf };
}

/**
 * Begins the script of the passages that are ticked, and returns the address of its page; waits a moment for it. Throws `Invalid` for
 * nothing and for too much, `Conflict` for another text than the page has shown and while something is being made, and what
 * `startScript` throws.
 */
export async function makeOfPassages(
  o: Omit<OfMember, "query"> & { form: z.output<typeof minutesFormSchema> },
): Promise<string> {
  const { viewer, form, signal } = o;
  const { fitted, source, narration, problem } = await findFit({ ...o, query: form });
  if (!fitted) throw new Invalid({ kept: [problem] });
  const { text, passages, textKind } = fitted;
  if (form.version !== versionOf(text, passages))
    throw new Conflict("もとの文章が変わりました。ページを開き直して、文を選び直してください。");
  const kept = passages.flatMap((_, at) => (form.kept[at] === "on" ? [at] : []));
  const inputText = joinPassages(text, passages, kept);
  if (inputText === "") throw new Invalid({ kept: ["使う文を選んでください。"] });
  if (!isSpeakable(inputText)) throw new Invalid({ kept: [unspeakableText] });
  if (!isLongEnough(inputText)) throw new Invalid({ kept: [tooShortText] });
  const length = countCharacters(inputText);
  if (length > maxChosenForScript)
    throw new Invalid({
      kept: [
        `選んだ文は${length.toLocaleString("ja-JP")}文字です。${maxChosenForScript.toLocaleString("ja-JP")}文字までに減らしてください。`,
      ],
    });
  const flow = creationFlows[source.flow];
  const { running, inputText: written } = await findCreationState({ viewer, flow: source.flow });
  if (running && written !== inputText) throw new Conflict(staleScript.busy.description);
  const taskId = await startScript({
    viewer,
    flow: source.flow,
    inputText,
    title: form.title || source.title,
    ...(form.speakingRate ? { speakingRate: form.speakingRate } : {}),
    // As the whole text was read: what is left of it might be taken for something else.
    narration: { ...narration, textKind },
    isRemembered: true,
    dropsRepeat: true,
  });
  await waitForTask(scripts, { taskId, timeoutMs: 3000, signal });
  return flow.path;
}
