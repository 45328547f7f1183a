import { createHash } from "node:crypto";

/**
 * The phrases that the two hosts add. Each must be true whatever the member wrote: it announces, reacts or asks about
 * what was just said, and states nothing about the subject.
 */

export const openingsWithTitle = [
  "今日は「{title}」というお話をお届けします。",
  "これからお届けするのは、「{title}」というお話です。",
  "今回のお話は、「{title}」です。",
  "「{title}」。今日は、このお話をお届けします。",
  "「{title}」と題して、お話しします。",
  "では、「{title}」を始めます。",
  "本日の題は、「{title}」です。",
  "今日お話しするのは、「{title}」です。",
  "「{title}」。どうぞ、ゆっくりお聞きください。",
] as const;

export const openingsWithoutTitle = [
  "それでは、今日のお話を始めましょう。",
  "少しのあいだ、おつきあいください。今日のお話です。",
  "今日も、ひとつお話をお届けします。",
  "お話を、ひとつ聞いてください。",
  "では、始めます。",
  "今日は、こんなお話です。",
  "どうぞ、楽にしてお聞きください。",
] as const;

export const openingReplies = [
  "はい、よろしくお願いします。",
  "はい。さっそく聞かせてください。",
  "楽しみです。ゆっくり聞かせてください。",
  "お願いします。",
  "はい、聞いています。どうぞ。",
  "どうぞ、始めてください。",
  "はい。耳をすませています。",
  "ええ、お願いします。",
] as const;

/** For texts about sad or harsh things. */
export const quietOpeningReplies = [
  "はい、よろしくお願いします。",
  "はい。聞かせてください。",
  "はい。",
] as const;

export const closings = [
  "今日のお話は、ここまでです。",
  "以上、今日のお話でした。",
  "今日は、このあたりで。",
  "お話は、これでおしまいです。",
  "ここまで、お届けしました。",
  "今日のところは、以上です。",
  "お話は、ここまでになります。",
  "では、ここでおしまいにします。",
] as const;

export const closingReplies = [
  "最後まで聞いてくださって、ありがとうございました。",
  "聞いてくださって、ありがとうございます。ではまた。",
  "ありがとうございました。また次のお話で。",
  "おつきあいいただき、ありがとうございました。",
  "ありがとうございました。では、また。",
  "お聞きいただき、ありがとうございました。",
  "では、次のお話もお楽しみに。",
  "それでは、また次の機会に。",
] as const;

export const acknowledgements = [
  "なるほど。",
  "そうなんですね。",
  "うん、うん。",
  "へえ、そうなんですか。",
  "ふむふむ。",
  "ああ、そういうことですか。",
  "ええ、ええ。",
  "そうですか。",
  "はい、はい。",
  "ほう。",
] as const;

/** They ask the other host to go on, so that something must follow. */
export const prompts = [
  "はい、聞いています。",
  "もう少し、聞かせてください。",
  "続きを、お願いします。",
  "ええ、それから。",
  "はい、その先も。",
] as const;

export const warmReactions = [
  "いいですね。",
  "聞いているだけで、気持ちがほぐれます。",
  "目に浮かぶようです。",
  "すてきですね。",
] as const;

export const quietReactions = ["そうでしたか。", "ええ……。", "そうなんですね……。", "そうですか……。"] as const;

/** After a question of the text, which the hosts do not answer. */
export const afterQuestions = ["うーん。", "考えてしまいますね。", "どうでしょうねえ。"] as const;

/** Asked only where the next sentence gives the reason or the example. */
export const reasonQuestions = [
  "どうしてでしょう。",
  "それは、なぜでしょう。",
  "というと、理由は。",
] as const;
export const exampleQuestions = ["たとえば、どんなことでしょう。", "たとえば、というと。"] as const;

const answered: ReadonlySet<string> = new Set([...reasonQuestions, ...exampleQuestions]);

/** Whether the sentence that follows this phrase answers it. */
export const isAnsweredNext = (phrase: string): boolean => answered.has(phrase);

/** `{word}` is a noun of the sentence that was just said. */
export const echoes = ["{word}、ですか。", "ああ、{word}。", "{word}ですね。"] as const;

/** Of an explainer, at the end of a stretch; `{word}` is a noun of its last sentence. */
export const topicSummaries = [
  "ここまでは、{word}のお話ですね。",
  "{word}のところまで、わかりました。",
  "{word}、ですね。覚えておきます。",
] as const;
export const summaries = [
  "ここまで、わかりました。",
  "ここで、ひと区切りですね。",
  "ひとつ、わかってきました。",
] as const;
/** `{word}` is the heading that is read next. */
export const headingAnnouncements = [
  "次は、「{word}」ですね。",
  "では次に、「{word}」をお願いします。",
] as const;

/** Of an interview; what follows is about `{word}`, a heading or the topic of the next sentence. */
export const headingQuestions = [
  "「{word}」について、聞かせてください。",
  "では、「{word}」を教えてください。",
  "次に、「{word}」についてうかがいます。",
] as const;
export const topicQuestions = [
  "{word}について、教えてください。",
  "{word}のことを、聞かせてください。",
  "{word}については、いかがですか。",
] as const;
export const listQuestions = ["ひとつずつ、教えてください。", "順に、聞かせてください。"] as const;
export const firstQuestions = [
  "では、聞かせてください。",
  "はじめから、聞かせてください。",
  "さっそくですが、聞かせてください。",
] as const;
export const followUps = [
  "その先も、聞かせてください。",
  "続きを、うかがえますか。",
  "そのあとのことも、お願いします。",
  "もう少し、お話しいただけますか。",
] as const;
/** In texts about sad or harsh things. */
export const quietFollowUps = ["続きを、お願いします。", "はい。その先も、聞かせてください。"] as const;

export const itemNumbers = [
  "ひとつめ、",
  "ふたつめ、",
  "みっつめ、",
  "よっつめ、",
  "いつつめ、",
  "むっつめ、",
  "ななつめ、",
  "やっつめ、",
  "ここのつめ、",
  "とおめ、",
] as const;

/** All phrases of the hosts without a place for words of the text: what the fact check does not look at. */
export const fixedPhrases: ReadonlySet<string> = new Set([
  ...openingsWithoutTitle,
  ...openingReplies,
  ...quietOpeningReplies,
  ...closings,
  ...closingReplies,
  ...acknowledgements,
  ...prompts,
  ...warmReactions,
  ...quietReactions,
  ...afterQuestions,
  ...reasonQuestions,
  ...exampleQuestions,
  ...summaries,
  ...listQuestions,
  ...firstQuestions,
  ...followUps,
  ...quietFollowUps,
]);

const templates = [
  ...echoes,
  ...openingsWithTitle,
  ...topicSummaries,
  ...headingAnnouncements,
  ...headingQuestions,
  ...topicQuestions,
];

/** Whether a text is a phrase of the hosts, with a word of the text in it where it has a place for one. */
export function isHostPhrase(text: string): boolean {
  if (fixedPhrases.has(text)) return true;
  return templates.some((template) => {
    const [before = "", after = ""] = template.split(/\{\w+\}/u);
    return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  });
}

/** Whether a script has the phrase, or one of its template. */
export function containsPhrase(script: string, phrase: string): boolean {
  const [before = "", after = ""] = phrase.split("{title}");
  if (!phrase.includes("{title}")) return script.includes(phrase);
  return script.startsWith(`A: ${before}`) && (script.split("\n")[0] ?? "").endsWith(after);
}

export interface PhrasePicker {
  /** The next phrase of a pool: every phrase comes once before any comes again, never the same twice running. */
  pick(pool: readonly string[]): string;
  /** True with the given probability (0–1), decided by the seed. */
  chance(probability: number): boolean;
}

/** Mulberry32: numbers in [0, 1), the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A picker whose choices depend on nothing but `seedText`, so that the same text gives the same script. */
export function createPhrasePicker(seedText: string): PhrasePicker {
  const random = randomFrom(createHash("sha256").update(seedText).digest().readUInt32LE());
  const bags = new Map<readonly string[], string[]>();
  let last = "";

  const shuffled = (pool: readonly string[]): string[] => {
    const bag = [...pool];
    for (let at = bag.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      const one = bag[at];
      const two = bag[other];
      if (one === undefined || two === undefined) continue;
      bag[at] = two;
      bag[other] = one;
    }
    return bag;
  };

  return {
    pick(pool) {
      let bag = bags.get(pool) ?? [];
      if (bag.length === 0) bag = shuffled(pool);
      if (bag.at(-1) === last && bag.length > 1) bag.unshift(bag.pop() ?? last);
      let phrase = bag.pop() ?? "";
      if (phrase === last && pool.length > 1) {
        bag = shuffled(pool).filter((other) => other !== last);
        phrase = bag.pop() ?? phrase;
      }
      bags.set(pool, bag);
      last = phrase;
      return phrase;
    },
    chance: (probability) => random() < probability,
  };
}
