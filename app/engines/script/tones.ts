import type { TextKind } from "./text-kind.ts";

/** Hosts' own phrases by kind. True whatever the text: they announce, thank or nod, and state nothing. Empty is silence. */
export interface Tone {
  /** A; `{title}` is the track's. */
  openings: readonly string[];
  openingsWithoutTitle: readonly string[];
  replies: readonly string[];
  closings: readonly string[];
  thanks: readonly string[];
  reactions: readonly string[];
  /** After unchecked claims: agree with nothing. */
  neutral: readonly string[];
  /** B, before a paragraph in the same turn: up to four letters. */
  nods: readonly string[];
}

const neutral = ["はい、続けてください。", "はい、その先もお願いします。", "ええ、聞いています。"] as const;

const article: Tone = {
  openings: [
    "今日は「{title}」というお話をお届けします。",
    "これからお届けするのは、「{title}」というお話です。",
    "今回のお話は、「{title}」です。",
    "「{title}」。今日は、このお話をお届けします。",
    "「{title}」と題して、お話しします。",
    "今日お話しするのは、「{title}」です。",
    "「{title}」。どうぞ、ゆっくりお聞きください。",
  ],
  openingsWithoutTitle: [
    "それでは、今日のお話を始めましょう。",
    "少しのあいだ、おつきあいください。今日のお話です。",
    "今日も、ひとつお話をお届けします。",
    "お話を、ひとつ聞いてください。",
    "今日は、こんなお話です。",
    "どうぞ、楽にしてお聞きください。",
  ],
  replies: [
    "はい、よろしくお願いします。",
    "ええ、始めましょう。",
    "はい。いっしょに読んでいきましょう。",
    "お願いします。",
    "どうぞ、始めてください。",
  ],
  closings: [
    "今日のお話は、ここまでです。",
    "以上、今日のお話でした。",
    "今日は、このあたりで。",
    "お話は、これでおしまいです。",
    "ここまで、お届けしました。",
    "お話は、ここまでになります。",
  ],
  thanks: [
    "最後まで聞いてくださって、ありがとうございました。",
    "聞いてくださって、ありがとうございます。ではまた。",
    "ありがとうございました。また次のお話で。",
    "おつきあいいただき、ありがとうございました。",
    "ありがとうございました。では、また。",
    "それでは、また次の機会に。",
  ],
  reactions: [
    "なるほど。",
    "うん、うん。",
    "ふむふむ。",
    "ああ、そういうことですか。",
    "ええ、ええ。",
    "ほう。",
  ],
  neutral,
  nods: ["なるほど。", "ええ。", "うん。", "ふむ。"],
};

export const tones: Readonly<Record<TextKind, Tone>> = {
  article,
  news: {
    openings: [
      "「{title}」。この話題をお伝えします。",
      "お伝えするのは、「{title}」です。",
      "続いての話題は、「{title}」です。",
    ],
    openingsWithoutTitle: [
      "では、お伝えします。",
      "話題をひとつ、お伝えします。",
      "この話題からお伝えします。",
    ],
    replies: ["はい、お伝えします。", "はい。", "はい、お願いします。"],
    closings: ["以上、お伝えしました。", "この話題は、ここまでです。", "お伝えしたのは、ここまでです。"],
    thanks: [
      "お聞きいただき、ありがとうございました。",
      "ありがとうございました。",
      "お聞きくださり、ありがとうございました。",
    ],
    reactions: [],
    neutral: [],
    nods: [],
  },
  recipe: {
    openings: [
      "今日は「{title}」です。いっしょに手を動かしてみませんか。",
      "「{title}」。順に、お伝えしていきますね。",
      "今日お届けするのは、「{title}」です。メモのご用意はいいですか。",
    ],
    openingsWithoutTitle: [
      "順に、お伝えしていきますね。",
      "今日は手順をひとつ、お届けします。",
      "いっしょに手を動かすつもりで、お聞きください。",
    ],
    replies: ["はい、準備はできています。", "はい、やってみましょう。", "お願いします。"],
    closings: ["手順は、ここまでです。", "これで、ひととおりです。", "以上で、おしまいです。"],
    thanks: [
      "どうぞ、ためしてみてください。",
      "ごゆっくり、やってみてくださいね。",
      "うまくいきますように。",
    ],
    reactions: ["ふむふむ。", "はい、はい。", "うん、うん。"],
    neutral: ["はい、次をお願いします。", "はい、続けてください。"],
    nods: ["はい。", "では。"],
  },
  notice: {
    openings: [
      "「{title}」。お知らせをお読みします。",
      "お知らせです。「{title}」。",
      "「{title}」について、お知らせします。",
    ],
    openingsWithoutTitle: ["お知らせです。", "お知らせを、ひとつお読みします。", "お知らせをお届けします。"],
    replies: ["はい、お願いします。", "はい。", "はい、お伝えします。"],
    closings: ["お知らせは、以上です。", "以上、お知らせでした。", "お知らせは、ここまでです。"],
    thanks: [
      "お聞きいただき、ありがとうございました。",
      "どうぞよろしくお願いします。",
      "ありがとうございました。",
    ],
    reactions: [],
    neutral: [],
    nods: [],
  },
  law: {
    openings: [
      "「{title}」をお読みします。",
      "これから、「{title}」を読み上げます。",
      "「{title}」。順に、お読みします。",
    ],
    openingsWithoutTitle: ["順に、お読みします。", "これから、読み上げます。", "はじめから、お読みします。"],
    replies: ["はい。", "はい、お願いします。"],
    closings: ["以上です。", "読み上げは、以上です。", "お読みしたのは、ここまでです。"],
    thanks: ["お聞きいただき、ありがとうございました。", "ありがとうございました。"],
    reactions: [],
    neutral: [],
    nods: [],
  },
  story: {
    openings: [
      "「{title}」。物語を、お届けします。",
      "今日の物語は、「{title}」です。",
      "「{title}」というお話を、ふたりで読みます。",
    ],
    openingsWithoutTitle: [
      "物語を、ひとつお届けします。",
      "ふたりで、お話を読みます。",
      "どうぞ、目を閉じてお聞きください。",
    ],
    replies: ["はい、読みましょう。", "どんなお話でしょう。", "はい、始めましょう。"],
    closings: ["お話は、ここまでです。", "お話は、これでおしまいです。", "ここで、おしまいです。"],
    thanks: [
      "お聞きいただき、ありがとうございました。",
      "また別のお話で、お会いしましょう。",
      "聞いてくださって、ありがとうございました。",
    ],
    reactions: [],
    neutral: [],
    nods: [],
  },
  play: {
    openings: [
      "「{title}」。ふたりで演じます。",
      "お届けするのは、「{title}」です。",
      "「{title}」。どうぞお聞きください。",
    ],
    openingsWithoutTitle: ["ふたりで演じます。", "ひと幕、お届けします。", "では、始めます。"],
    replies: ["はい、まいりましょう。", "はい、始めましょう。", "どうぞ。"],
    closings: ["幕です。", "ここで、幕となります。", "おしまいです。"],
    thanks: [
      "お聞きいただき、ありがとうございました。",
      "おつきあい、ありがとうございました。",
      "ありがとうございました。",
    ],
    reactions: [],
    neutral: [],
    nods: [],
  },
  poem: {
    openings: [
      "「{title}」。お読みします。",
      "「{title}」を、ふたりで読みます。",
      "読むのは、「{title}」です。",
    ],
    openingsWithoutTitle: ["ふたりで、お読みします。", "静かに、お読みします。", "お読みします。"],
    replies: ["はい。", "ええ。"],
    closings: ["ここまで、お読みしました。", "ここまでです。", "おしまいです。"],
    thanks: ["お聞きいただき、ありがとうございました。", "ありがとうございました。"],
    reactions: [],
    neutral: [],
    nods: [],
  },
  letter: {
    openings: [
      "「{title}」。お読みします。",
      "今日読むのは、「{title}」です。",
      "「{title}」を、ふたりで読みますね。",
    ],
    openingsWithoutTitle: [
      "ひとつ、お読みしますね。",
      "ふたりで、ゆっくり読みますね。",
      "こんな言葉を、お読みします。",
    ],
    replies: ["はい、読みましょう。", "ええ、ゆっくりと。", "はい、お願いします。"],
    closings: ["ここまで、お読みしました。", "お読みしたのは、ここまでです。", "読むのは、ここまでです。"],
    thanks: [
      "お聞きいただき、ありがとうございました。",
      "聞いてくださって、ありがとうございました。",
      "ありがとうございました。どうぞお元気で。",
    ],
    reactions: [],
    neutral: [],
    nods: [],
  },
  post: {
    openings: [
      "「{title}」。こんな声が届いています。",
      "ひとこと、ご紹介します。「{title}」。",
      "今日のひとことは、「{title}」。",
    ],
    openingsWithoutTitle: ["ひとこと、ご紹介しますね。", "こんな声が届いています。", "今日のひとことです。"],
    replies: ["はい、聞かせてください。", "お、なんでしょう。", "はいはい。"],
    closings: ["ひとことでした。", "そんなひとことでした。", "今日のひとことは、ここまで。"],
    thanks: ["ありがとうございました。", "また聞かせてくださいね。", "聞いてくれて、ありがとうございます。"],
    reactions: ["おお。", "うんうん。", "へえ。"],
    neutral: ["うん、それで。", "はい、それから。"],
    nods: ["うん。", "おお。"],
  },
  celebration: {
    openings: [
      "「{title}」。お祝いの言葉をお届けします。",
      "今日は、うれしいお話です。「{title}」。",
      "お祝いの気持ちをこめて、「{title}」。",
    ],
    openingsWithoutTitle: [
      "お祝いの言葉を、お届けします。",
      "今日は、うれしいお話です。",
      "お祝いの気持ちをこめて、お読みします。",
    ],
    replies: ["はい、心をこめて。", "ええ、お届けしましょう。", "はい、よろこんで。"],
    closings: [
      "お祝いの言葉を、お届けしました。",
      "お届けしたのは、ここまでです。",
      "心をこめて、お届けしました。",
    ],
    thanks: [
      "ありがとうございました。",
      "聞いてくださって、ありがとうございました。",
      "どうぞ、よい一日を。",
    ],
    reactions: ["すてきですね。", "いいですね。", "うん、うん。"],
    neutral: ["はい、続けましょう。", "ええ。"],
    nods: ["ええ。", "うん。"],
  },
  // Mourning: no greetings, thanks or nods.
  mourning: {
    openings: [],
    openingsWithoutTitle: [],
    replies: [],
    closings: [],
    thanks: [],
    reactions: [],
    neutral: [],
    nods: [],
  },
};
