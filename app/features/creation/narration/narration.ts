import type { Speaker, SpeakerNames } from "#app/engines/script/script.ts";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";

/** How a text is presented, with what members read of it. */
export const scriptForms = [
  { id: "dialogue", label: "対話", help: "Aが話し、Bが聞いて応えます。" },
  { id: "explainer", label: "解説", help: "Aが説明し、Bはときどき、ひとことはさみます。" },
  { id: "interview", label: "インタビュー", help: "Bがたずね、Aが文章の言葉で答えます。" },
  { id: "reading", label: "朗読", help: "ひとりで読みます。" },
] as const satisfies readonly { id: ScriptForm; label: string; help: string }[];

/** 短め leaves the less important out; only language models can. */
export const scriptLengths = [
  { id: "normal", label: "ふつう" },
  { id: "short", label: "短め" },
] as const satisfies readonly { id: ScriptLength; label: string }[];

/** What a text is: it gives the tone of the hosts. */
export const textKindNames: Readonly<Record<TextKind, string>> = {
  news: "ニュース",
  article: "解説・読みもの",
  recipe: "レシピ・手順",
  notice: "お知らせ",
  law: "規則・法律",
  story: "物語",
  play: "台本・会話",
  poem: "詩・短歌・俳句",
  letter: "手紙・日記",
  post: "つぶやき",
  celebration: "お祝い",
  mourning: "お悔やみ",
};

/** How a member has their text told. */
export interface Narration {
  form: ScriptForm;
  length: ScriptLength;
  /** Whether it is opened and closed by a few words of the hosts. */
  hasGreetings: boolean;
  /** Ids of the speech engine's voices; null for its own choice. */
  voices: Readonly<Record<Speaker, string>> | null;
  names: SpeakerNames;
  /** What the member says the text is; null to have it found. */
  textKind: TextKind | null;
}

/** A speaker's name is at most so many characters, as `countCharacters` counts them. */
export const maxSpeakerNameLength = 20;

export const defaultNarration: Narration = {
  form: "dialogue",
  length: "normal",
  hasGreetings: true,
  voices: null,
  names: {},
  textKind: null,
};

/** What was chosen for a script, in one line: 「対話・短め・あいさつあり・物語」. ふつう and 自動 are not worth a word. */
export function describeNarration(
  o: Pick<Narration, "form" | "length" | "hasGreetings" | "textKind">,
): string {
  const form = scriptForms.find(({ id }) => id === o.form)?.label;
  const length = o.length === "short" ? ["短め"] : [];
  const kind = o.textKind === null ? [] : [textKindNames[o.textKind]];
  return [form, ...length, o.hasGreetings ? "あいさつあり" : "あいさつなし", ...kind].join("・");
}

/** What may be chosen anew; what is missing stays. */
export interface Choices {
  form?: ScriptForm | undefined;
  length?: ScriptLength | undefined;
  hasGreetings?: boolean | undefined;
  voices?: Narration["voices"] | undefined;
  speakerNames?: SpeakerNames | undefined;
  textKind?: TextKind | null | undefined;
}

/** A narration with what was chosen. */
export function withChoices(before: Narration, chosen: Choices): Narration {
  return {
    form: chosen.form ?? before.form,
    length: chosen.length ?? before.length,
    hasGreetings: chosen.hasGreetings ?? before.hasGreetings,
    voices: chosen.voices ?? before.voices,
    names: chosen.speakerNames ?? before.names,
    // Null is a choice too.
    textKind: chosen.textKind === undefined ? before.textKind : chosen.textKind,
  };
}
