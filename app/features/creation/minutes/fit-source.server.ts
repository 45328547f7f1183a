import type { z } from "zod";
import { fitText } from "#app/engines/script/local-script-engine.ts";
import type { FittedPassages } from "#app/engines/script/minutes/fit-length.ts";
import { joinPassages } from "#app/engines/script/minutes/passages.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { isWithinTolerance, roundLength } from "#app/engines/speech/voice-pace.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { findSource } from "#app/features/sources/server/sources.server.ts";
import { chosenText, maxShortenedLength, type SourceFlow } from "#app/features/sources/sources.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { creationFlows, isLongEnough, isSpeakable, tooShortText, unspeakableText } from "../creation.ts";
import { staleScript } from "../creation-messages.ts";
import { findChoices, offeredFormsOfAnyText } from "../narration/narration.server.ts";
import { fitsAnyText, type Narration, withChoices } from "../narration/narration.ts";
import { scriptLength } from "../script/promised-length.server.ts";
import { startScript } from "../script/start-script.server.ts";
import { findCreationState } from "../server/load-creation-page.server.ts";
import { scripts } from "../tasks/server/creation-kinds.server.ts";
import type { minutesFormSchema, minutesQuerySchema } from "./minutes.schema.ts";
import { maxChosenForScript, maxPassages } from "./minutes.ts";

type MinutesQuery = z.output<typeof minutesQuerySchema>;

interface ShownPassage {
  text: string;
  isHeading: boolean;
  beginsParagraph: boolean;
  seconds: number;
}

/** A text with the passages that the chosen length keeps. */
export interface FittedSource {
  source: { id: string; flow: SourceFlow; name: string; title: string };
  /** Nothing was ticked: it is all of the text. */
  isWhole: boolean;
  narration: Narration;
  forms: readonly ScriptForm[];
  speakingRate: number;
  /** Null with the reason why no minutes can be made. */
  fit: {
    version: string;
    textKind: TextKind;
    passages: ShownPassage[];
    kept: number[];
    /** Seconds of the chosen passages' script, and of the whole text's. */
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

/** Bold letters show a heading. */
const headingSign = /^\s*(?:#{1,6}\s|■)\s*/u;

/** Differs if the page's passages are of another text. */
const versionOf = (text: string, passages: readonly unknown[]) => `${text.length}-${passages.length}`;

/** Chooses passages for the chosen minutes. Throws `NotFound`. */
export async function fitSource(o: OfMember): Promise<FittedSource> {
  const { fitted, noticeSeconds: _, ...found } = await findFit(o);
  if (!fitted) return { ...found, fit: null };
  const { text, passages, seconds, kept, promised, whole, textKind } = fitted;
  return {
    ...found,
    fit: {
      ...{ version: versionOf(text, passages), textKind, kept, promised, whole },
      passages: passages.map(({ start, end }, at) => {
        const shown = text.slice(start, end);
        return {
          text: shown.replace(headingSign, "").trim(),
          isHeading: headingSign.test(shown) || /^\s*[◆▼●◎【]/u.test(shown),
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
  const isWhole = chosen.length === 0;
  const found = { source, isWhole, narration, forms: offeredFormsOfAnyText(), speakingRate };
  const text = chosenText(blocks, isWhole ? blocks.map((_, at) => at) : chosen);
  const length = countCharacters(text);
  const refuse = (problem: string) => ({ ...found, problem, fitted: null, noticeSeconds: 0 });
  if (!fitsAnyText(narration.form))
    return refuse("一問一答と討論では、長さを選べません。ほかの形式を選んでください。");
  if (length > maxShortenedLength)
    return refuse(
      `文章は${length.toLocaleString("ja-JP")}文字です。${maxShortenedLength.toLocaleString("ja-JP")}文字までの段落を選んでください。`,
    );
  const target = await scriptLength(query.minutes * 60, { voices: narration.voices, speakingRate });
  const fitted = await fitText({
    source: {
      inputText: text,
      ...(query.title || title ? { title: query.title || title } : {}),
      form: narration.form,
      hasGreetings: narration.hasGreetings,
      ...(narration.textKind ? { textKind: narration.textKind } : {}),
    },
    ...target,
    focus: query.focus,
    signal,
  });
  if (!fitted)
    return refuse("話し手の決まった台本として書かれているので、文を選べません。このまま使ってください。");
  if (fitted.passages.length > maxPassages) return refuse("文が多すぎます。段落を減らしてください。");
  return { ...found, problem: null, fitted, noticeSeconds: query.minutes * 60 - target.seconds };
}

/** The length that the page promises: the minutes, or that of the ticks where it differs. */
function promisedLength(
  { promised, seconds, kept: chosen }: FittedPassages,
  o: { kept: readonly number[]; minutes: number; noticeSeconds: number },
): number {
  const secondsOf = (some: readonly number[]) => some.reduce((sum, at) => sum + (seconds[at] ?? 0), 0);
  const heard = promised + secondsOf(o.kept) - secondsOf(chosen) + o.noticeSeconds;
  return isWithinTolerance(heard, o.minutes * 60) ? o.minutes * 60 : roundLength(heard);
}

/**
 * Begins the script of the ticked passages, waits a moment, and returns its page. Throws `Invalid` (nothing, too much),
 * `Conflict` (another text, or something is being made), and as `startScript`.
 */
export async function makeOfPassages(
  o: Omit<OfMember, "query"> & { form: z.output<typeof minutesFormSchema> },
): Promise<string> {
  const { viewer, form, signal } = o;
  const { fitted, source, narration, problem, noticeSeconds } = await findFit({ ...o, query: form });
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
    // As the whole text was read: a part might be taken for something else.
    narration: {
      ...narration,
      textKind,
      isChosen: true,
      seconds: promisedLength(fitted, { kept, minutes: form.minutes, noticeSeconds }),
      isByRules: false,
      focus: form.focus,
    },
    isRemembered: true,
    dropsRepeat: true,
  });
  await waitForTask(scripts, { taskId, timeoutMs: 3000, signal });
  return flow.path;
}
