/**
 * The phrases that the two hosts add. Each must be true whatever the member wrote: it asks, reacts or hands over, and
 * states nothing about the subject.
 */

export const openingsWithTitle = [
  "今日は「{title}」というお話をお届けします。",
  "これからお届けするのは、「{title}」というお話です。",
  "今回のお話は、「{title}」です。",
  "「{title}」。今日は、このお話をお届けします。",
] as const;

export const openingsWithoutTitle = [
  "それでは、今日のお話を始めましょう。",
  "少しのあいだ、おつきあいください。今日のお話です。",
  "今日も、ひとつお話をお届けします。",
] as const;

export const openingsOfOneLine = [
  "今日は、ひとことだけお届けします。",
  "短い言葉を、ひとつお届けします。",
] as const;

export const openingReplies = [
  "楽しみです。ゆっくり聞かせてください。",
  "はい、よろしくお願いします。",
  "どんなお話でしょう。聞かせてください。",
  "はい。さっそく聞かせてください。",
] as const;

/** For texts about sad things. */
export const quietOpeningReplies = ["はい、よろしくお願いします。", "はい。聞かせてください。"] as const;

export const closings = [
  "今日のお話は、ここまでです。",
  "以上、今日のお話でした。",
  "今日は、このあたりで。",
  "お話は、これでおしまいです。",
] as const;

export const closingReplies = [
  "最後まで聞いてくださって、ありがとうございました。",
  "聞いてくださって、ありがとうございます。ではまた。",
  "ありがとうございました。また次のお話で。",
  "おつきあいいただき、ありがとうございました。",
] as const;

/** Reactions that also fit at the end of a section. */
export const acknowledgements = [
  "なるほど。",
  "そうなんですね。",
  "うん、うん。",
  "へえ、そうなんですか。",
  "ふむふむ。",
  "ああ、そういうことですか。",
] as const;

/** Some ask the other host to go on, so they fit only within a section. */
export const reactions = [
  ...acknowledgements,
  "ええ、ええ。",
  "はい、聞いています。",
  "それで、それで。",
  "もう少し、聞かせてください。",
  "続きが気になります。",
] as const;

export const warmReactions = [
  "いいですね。",
  "聞いているだけで、気持ちがほぐれます。",
  "目に浮かぶようです。",
  "いいなあ。",
  "うれしくなりますね。",
] as const;

export const quietReactions = [
  "そうでしたか。",
  "ええ……。",
  "そうなんですね……。",
  "静かに聞いていたいお話です。",
  "そうですか……。",
] as const;

/** Reactions within a very long sentence. */
export const briefReactions = ["はい。", "ええ。", "うん。"] as const;

export const handovers = [
  "ここからは、私が。",
  "続きは、私が読みますね。",
  "では、ここで交代しましょう。",
  "このあとは、私から。",
  "次は、私が受け取りますね。",
] as const;

export const headingLeads = ["続いては、", "次は、", "ここからは、"] as const;

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

export const firstItemLead = "まず、";
export const nextItemLeads = ["それから、", "そして、", "次に、"] as const;
export const lastItemLead = "最後に、";

/** A question that the beginning or the end of the next sentence answers. */
export interface QuestionCue {
  /** Tested against the first 16 UTF-16 units of the sentence. */
  head?: RegExp;
  /** Tested against its last 16. */
  tail?: RegExp;
  phrases: readonly string[];
}

export const questionCues: readonly QuestionCue[] = [
  {
    head: /^(?:なぜなら|なぜかというと|というのも|その理由|理由は)/u,
    phrases: ["どうしてでしょう。", "それは、なぜでしょう。", "何か理由があるんですか。"],
  },
  {
    head: /^(?:たとえば|例えば)/u,
    phrases: ["どんな例がありますか。", "具体的には、どんなことでしょう。", "もう少しくわしく知りたいです。"],
  },
  {
    head: /^(?:しかし|でも|ただし|ただ、|ところが|けれど|だが|とはいえ|それでも|逆に|反対に)/u,
    phrases: [
      "でも、それだけではないんですね。",
      "何か、続きがありそうですね。",
      "そこで終わりではないんですね。",
    ],
  },
  {
    head: /^(?:だから|そのため|その結果|したがって|ですから|こうして|それで|すると)/u,
    phrases: ["それが、どうつながるんでしょう。", "そこから、どうなるんでしょう。", "というと。"],
  },
  {
    head: /^(?:つまり|要するに|言い換えると|すなわち)/u,
    phrases: ["つまり、どういうことでしょう。", "ひとことで言うと、どうなりますか。"],
  },
  {
    head: /^(?:また、|さらに|それに|しかも|加えて|ほかにも|そのほか)/u,
    phrases: ["ほかにもあるんですか。", "まだ続きがありそうですね。", "それだけではないんですね。"],
  },
  {
    head: /^(?:まず|はじめに|最初に)/u,
    phrases: ["まずは、どこからでしょう。", "何から始まるんでしょう。"],
  },
  {
    head: /^(?:次に|つぎに|続いて|その後|そのあと|やがて)/u,
    phrases: ["その次は、どうなるんでしょう。", "そのあとは。", "そして、どうなるんでしょう。"],
  },
  { head: /^(?:最後に|最終的に)/u, phrases: ["では、最後は。", "おしまいは、どうなりますか。"] },
  { head: /^(?:さて|ところで)/u, phrases: ["はい。では、次のお話ですね。", "おや、お話が変わりますね。"] },
  {
    head: /^(?:[0-9０-９]{3,4}年|[\p{Script=Han}]{1,5}(?:時代|世紀))/u,
    phrases: ["いつごろのお話でしょう。", "それは、いつのことですか。"],
  },
  {
    tail: /(?:から|ため)(?:です|だ|である|なのです|なんです)。?$/u,
    phrases: ["どうしてでしょう。", "それは、なぜでしょう。", "何か理由があるんですか。"],
  },
  {
    tail: /(?:ましょう|ください|てみて|といいでしょう)。?$/u,
    phrases: ["どうするといいでしょう。", "私たちにも、できるでしょうか。", "私も、やってみたいです。"],
  },
];

/** `{topic}` is the topic of the next sentence. */
export const topicQuestions = [
  "{topic}は、どうなんでしょう。",
  "{topic}のことを、もう少し聞かせてください。",
  "{topic}、というと。",
  "{topic}が気になります。",
] as const;

export const definitionQuestions = [
  "{topic}とは、なんでしょう。",
  "{topic}というのは、どういうものですか。",
] as const;

export interface PhrasePicker {
  /** The next phrase of a pool: every phrase comes once before any comes again, never the same twice running. */
  pick(pool: readonly string[]): string;
  /** True with the given probability (0–1), decided by the seed. */
  chance(probability: number): boolean;
}

/** FNV-1a over UTF-16 units, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
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
  const random = randomFrom(hash(seedText));
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
