import type { ContextEntry } from "./rules.ts";

/** They stand without a particle (毎日水を飲む), so that the engine takes the noun behind them for their suffix (マイニチスイ). */
const timeWords =
  "毎[日晩朝週月年]|[昨翌平休祝先当終今]日|[月火水木金土日]曜日?|今[朝晩夜]|昨[夜晩]|翌朝|[先来今]週|[先来今]月|[去来今]年|最近|午[前後]|夕方|夜中|普段|時々|結局|全員|一人|二人|一晩|一日";
const particles = "[がをにはもでへと、]";

const nouns = `
家 イエ;兄 アニ;夫 オット;親 オヤ;男 オトコ;神 カミ;犬 イヌ;馬 ウマ;魚 サカナ;虫 ムシ;水 ミズ;米 コメ;酒 サケ;湯 ユ;汁 シル;粉 コナ;油 アブラ;薬 クスリ;氷 コオリ;
手 テ;口 クチ;足 アシ;頭 アタマ;顔 カオ;声 コエ;歯 ハ;腹 ハラ;体 カラダ;骨 ホネ;心 ココロ;力 チカラ;歌 ウタ;音 オト;話 ハナシ;色 イロ;形 カタチ;訳 ワケ;罪 ツミ;
雨 アメ;風 カゼ;波 ナミ;光 ヒカリ;影 カゲ;星 ホシ;海 ウミ;川 カワ;島 シマ;岸 キシ;谷 タニ;岩 イワ;石 イシ;草 クサ;竹 タケ;林 ハヤシ;道 ミチ;坂 サカ;橋 ハシ;国 クニ;
店 ミセ;車 クルマ;船 フネ;城 シロ;蔵 クラ;戸 ト;柱 ハシラ;棚 タナ;鏡 カガミ;網 アミ;鐘 カネ;紙 カミ;筆 フデ;箱 ハコ;袋 フクロ;鉢 ハチ;板 イタ;器 ウツワ;
杯 サカズキ;刀 カタナ;帯 オビ;所 トコロ;人 ヒト
`;

/** Single nouns after words of time and number, by what they are called alone. */
export const afterTimeWords: readonly ContextEntry[] = [
  ...nouns
    .trim()
    .split(/;\s*/u)
    .map((entry): ContextEntry => {
      const [noun = "", reading = ""] = entry.split(" ");
      return [`(?<=${timeWords})${noun}(?=${particles})`, reading];
    }),
  // 一人物 is イチジンブツ.
  [`(?<=${timeWords})(?<!人)物(?=${particles})`, "モノ"],
  // 今日本を is 今、日本を as well, 来年金を 来、年金を.
  [`(?<=${timeWords})(?<!今日)本(?=${particles})`, "ホン"],
  [`(?<=${timeWords})(?<!年)金(?=${particles})`, "カネ"],
];
