import type { Speaker, SpeakerNames } from "#app/engines/script/script.ts";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";

export const scriptForms = [
  { id: "dialogue", label: "対話", help: "Aが話し、Bが聞いて応えます。" },
  { id: "explainer", label: "解説", help: "Aが説明し、Bはときどき、ひとことはさみます。" },
  { id: "interview", label: "インタビュー", help: "Bがたずね、Aが文章の言葉で答えます。" },
  { id: "reading", label: "朗読", help: "ひとりで読みます。" },
  { id: "points", label: "要点", help: "大切な文だけを、番号をつけて交代で読みます。" },
  { id: "questions", label: "一問一答", help: "文章にある問いと答えだけを読みます。" },
  { id: "debate", label: "討論", help: "賛成と反対を、AとBに分けて読みます。" },
  { id: "plain", label: "やさしく", help: "やさしい言葉に言いかえて話します。" },
] as const satisfies readonly { id: ScriptForm; label: string; help: string }[];

/** Any text can be told so: neither questions nor two sides are asked of it. */
const formsOfAnyText: ReadonlySet<ScriptForm> = new Set([
  "dialogue",
  "explainer",
  "interview",
  "reading",
  "points",
  "plain",
]);

export const fitsAnyText = (form: ScriptForm): boolean => formsOfAnyText.has(form);

/** 短め leaves the less important out; only language models can. */
export const scriptLengths = [
  { id: "normal", label: "ふつう" },
  { id: "short", label: "短め" },
] as const satisfies readonly { id: ScriptLength; label: string }[];

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

export interface Narration {
  form: ScriptForm;
  length: ScriptLength;
  /** The text is sentences that the member chose: 要点 leaves none out. */
  isChosen: boolean;
  /** The length that was promised for the chosen sentences, with all that is heard; null for none. */
  seconds: number | null;
  /** Written by rules, whatever the engine: a model has missed the length. */
  isByRules: boolean;
  /** What the member wants to hear of; empty for nothing. Rules have chosen the sentences by it, a model is told. */
  focus: string;
  /** The hosts' opening and closing words. */
  hasGreetings: boolean;
  /** The engine's ids; null for its own choice. */
  voices: Readonly<Record<Speaker, string>> | null;
  names: SpeakerNames;
  /** As the member says; null to have it found. */
  textKind: TextKind | null;
}

export const maxSpeakerNameLength = 20;

export const defaultNarration: Narration = {
  form: "dialogue",
  length: "normal",
  isChosen: false,
  seconds: null,
  isByRules: false,
  focus: "",
  hasGreetings: true,
  voices: null,
  names: {},
  textKind: null,
};

/** 「対話・短め・あいさつあり・物語」; omits ふつう and 自動. */
export function describeNarration(
  o: Pick<Narration, "form" | "length" | "hasGreetings" | "textKind">,
): string {
  const form = scriptForms.find(({ id }) => id === o.form)?.label;
  const length = o.length === "short" ? ["短め"] : [];
  const kind = o.textKind === null ? [] : [textKindNames[o.textKind]];
  return [form, ...length, o.hasGreetings ? "あいさつあり" : "あいさつなし", ...kind].join("・");
}

export interface Choices {
  form?: ScriptForm | undefined;
  length?: ScriptLength | undefined;
  isChosen?: boolean | undefined;
  seconds?: number | null | undefined;
  isByRules?: boolean | undefined;
  focus?: string | undefined;
  hasGreetings?: boolean | undefined;
  voices?: Narration["voices"] | undefined;
  speakerNames?: SpeakerNames | undefined;
  textKind?: TextKind | null | undefined;
}

export function withChoices(before: Narration, chosen: Choices): Narration {
  return {
    form: chosen.form ?? before.form,
    length: chosen.length ?? before.length,
    isChosen: chosen.isChosen ?? before.isChosen,
    seconds: chosen.seconds === undefined ? before.seconds : chosen.seconds,
    isByRules: chosen.isByRules ?? before.isByRules,
    focus: chosen.focus ?? before.focus,
    hasGreetings: chosen.hasGreetings ?? before.hasGreetings,
    voices: chosen.voices ?? before.voices,
    names: chosen.speakerNames ?? before.names,
    // Null is a choice too.
    textKind: chosen.textKind === undefined ? before.textKind : chosen.textKind,
  };
}
