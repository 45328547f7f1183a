import type { Word } from "#app/engines/words/analyze-words.ts";
import { isPlay, isPoem } from "./forms-of-text.ts";
import type { Line } from "./read-blocks.ts";
import { readConversation } from "./read-conversation.ts";
import type { TextKind } from "./text-kind.ts";

const minScore = 3;

/** Each match gives points, at most `max` (3). */
interface Sign {
  pattern: RegExp;
  points: number;
  max?: number;
}

/** Points per match; all quantifiers are bounded. */
const signs: Partial<Record<TextKind, readonly Sign[]>> = {
  mourning: [
    {
      pattern:
        /訃報|永眠|逝去|ご冥福|冥福を|弔辞|弔電|喪主|ご香典|香典の|お悔やみ|追悼|安らかに(?:眠|お眠|$|。)|どうか安らかに|虹の橋を|亡き[父母夫妻友祖]|享年/gu,
      points: 3,
    },
    {
      pattern: /お通夜|通夜|葬儀|告別式|お別れの会|故人|遺影|仏壇|四十九日|[一三七]回忌|納骨|火葬/gu,
      points: 2,
    },
    {
      pattern:
        /亡くなっ|亡くなり|他界|旅立た?れ|息を引き取|もういないこと|天国|悲しみ|偲[びぶん]|逝きました|逝った/gu,
      points: 1,
    },
  ],
  law: [
    { pattern: /第[〇一二三四五六七八九十百\d]{1,4}条(?:の\d{1,2})?(?:[\s　（(]|$)/gmu, points: 2 },
    {
      pattern:
        /ものとする|ものとします|てはならない|この限りでない|次の各号|前[項条]の|以下「[^」]{1,16}」とい|妨げない|効力を有|差別されない|これを認めない/gu,
      points: 2,
    },
    { pattern: /(?:^|[。\n\d.\s])(?:当社|当店|利用者|会員|甲|乙|本会|当クラブ)は、/gu, points: 1 },
    {
      pattern: /利用規約|プライバシーポリシー|会則|規約|免責|第三者に提供しません|いただきます。$/gmu,
      points: 1,
    },
  ],
  celebration: [
    {
      pattern:
        /ご?結婚(?:おめでとう|を祝)|おめでとう(?:ございます|。|！|$)|祝辞|新郎|新婦|ご卒業|卒業生の皆|ご入学|末永い|末永く|幸多かれ|乾杯|門出/gu,
      points: 2,
    },
    {
      pattern:
        /お祝い|誕生日|[十百]周年|還暦|古希|喜寿|米寿|成人式|(?:男|女)の子が生まれました|赤ちゃんが生まれました|母子ともに/gu,
      points: 2,
    },
    { pattern: /感謝(?:いたし|申し上げ|し)ます|お幸せ|うれしい|喜び/gu, points: 0.5 },
  ],
  recipe: [
    { pattern: /^[【■◆#\s]{0,4}(?:材料|作り方|用意するもの|準備するもの|手順|つくり方)/gmu, points: 2 },
    { pattern: /こうして作[りる]|作り方(?:は|を)/gu, points: 2, max: 1 },
    {
      pattern: /(?:の|を)[^。\n]{0,8}(?:作り方|つくり方|方法|やり方|植え替え|レシピ)(?:[（(]|$)/gmu,
      points: 2,
    },
    {
      pattern:
        /大さじ|小さじ|ひとつまみ|\d\s?(?:ml|g|cc|グラム)(?![a-z])|\d人分|落としぶた|みじん切り|小口切り|[中弱強]火/gu,
      points: 1,
      max: 5,
    },
    {
      pattern:
        /(?:炒め|煮|焼き|混ぜ|切り|加え|入れ|振り|結び|広げ|乾かし|干し|漬け|のせ|注ぎ|割っ|溶き|並べ|はさみ|流し|寄せ)(?:ます|る|て|、)/gu,
      points: 0.5,
      max: 6,
    },
  ],
  notice: [
    {
      pattern: /お知らせ|ご案内|(?:保護者|住民|会員|ご利用者)の(?:皆さま|皆様|みなさま)へ/gu,
      points: 2,
      max: 1,
    },
    {
      pattern:
        /^[・\-\s■]{0,3}(?:日時|日にち|期間|場所|会場|時間|対象|持ち物|料金|定員|申込|行き先)\s*[:：\s　]/gmu,
      points: 1.5,
    },
    {
      pattern:
        /お問い合わせ|お申し込み|ご協力|ご理解|お越しくださ|お待ちして(?:い|お)り|お願いいたします|ご予約|雨天|営業いたします|ください。|(?:が|は)変わります$|までに出して|中止します|受付は/gmu,
      points: 0.8,
      max: 4,
    },
    { pattern: /[Qq問Ｑ]\d{0,2}[.．:：][^\n]{1,80}\n[AaＡ答]\d{0,2}[.．:：]/gu, points: 3, max: 1 },
  ],
  letter: [
    { pattern: /^(?:拝啓|前略|謹啓)|^(?:敬具|草々|かしこ)$/gmu, points: 3 },
    {
      pattern:
        /^[^\s。、「」]{1,14}(?:さん|くん|ちゃん|さま|様|先生|母さん|父さん|わたし|私)?(?:へ|御中)$/gmu,
      points: 2,
      max: 1,
    },
    { pattern: /^[^\s。、「」]{1,10}より$/gmu, points: 2, max: 1 },
    {
      pattern:
        /元気(?:にしてい|です|でお過ごし)|お体に気をつけ|体に気をつけて|ご自愛|お返事|よろしく伝えて/gu,
      points: 1,
    },
    {
      pattern:
        /^\d{1,2}月\d{1,2}日(?:[（(][月火水木金土日][）)])?[\s　。]{0,2}(?:晴れ|くもり|曇り|雨|雪)?/gmu,
      points: 2,
      max: 1,
    },
    { pattern: /(?:晴れ|くもり|曇り|雨|雪)$/gmu, points: 1, max: 1 },
    {
      pattern: /(?:私|わたし|僕|ぼく|母|父)(?:は|も|に|と)|と思う。|と思った|と思えます|今日|昨日|明日/gu,
      points: 0.4,
      max: 4,
    },
  ],
  post: [
    { pattern: /[#＃][^\s#＃。、]{1,20}/gu, points: 2 },
    { pattern: /\p{Extended_Pictographic}/gu, points: 2, max: 1 },
    {
      pattern:
        /！！|？？|[^a-z]w{1,5}(?![a-z])|〜(?:$|[\s！#])|笑$|（笑）|じゃん|すぎた|だなあ|なんだが|推し|リプ|拡散/gmu,
      points: 1,
    },
    {
      pattern:
        /最高|かわい|ヤバ|やば|めっちゃ|めちゃくちゃ|っ！|…|って(?:声|感じ|話)|してた|読了|なんなん/gmu,
      points: 0.7,
      max: 2,
    },
  ],
  story: [
    {
      pattern:
        /むかしむかし|昔々|ということです。$|(?:ある日|ある晩|ある夜|ある嵐の夜|その日から|その年|次の朝|朝になると)/gmu,
      points: 1.5,
    },
    { pattern: /(?:彼女?|男|女|少年|少女|老人|店主|王|女神|駅員|狐)(?:は|が|の)/gu, points: 0.7, max: 4 },
    {
      pattern:
        /(?:つぶやい|微笑ん|うなずい|首を振|立ち上がっ|のぞきこ|しゃがみこ|たずね|答え|肩をすくめ|黙っ)(?:た|て|ました|り|み)/gu,
      points: 0.7,
      max: 4,
    },
  ],
  news: [
    {
      pattern:
        /(?:発表|公表|可決|否決|開催|公開|逮捕|起訴|決定|開会|閉会|施行|摘発|書類送検|送検|表明)(?:した|された|する見通し)|と発表した|明らかにした|取引を終えた|決勝に進んだ|引き分けた|全焼した|が行われ/gu,
      points: 1.5,
    },
    {
      pattern:
        /によると、|とみられる|を調べている|と(?:話し|述べ|語っ|コメントし)(?:た|ている)。|見通しだ|と話す。|見込み|ぶり\d|前[年日](?:同期)?(?:比|度?より)|容疑/gu,
      points: 0.8,
      max: 4,
    },
    {
      pattern:
        /速報|記者会見|県警|警視庁|署(?:によると|が)|消防によると|関係者は|担当者は|市議会|総務省|気象庁|政府は/gu,
      points: 1,
    },
  ],
};

const firstPerson = /(?:^|[。、\n「])(?:私|わたし|僕|ぼく|俺)(?:は|の|が|も|と|に)/u;
/** 12日、…, 10日午後5時40分ごろ, 10日の. */
const datedLead =
  /(?:^|[^\d月])\d{1,2}日(?:付|未明|午前|午後|夜|朝|まで|の[^、。]{0,8}(?:市場|会議|大会)|[、にの]|\()/u;

/** Share of plain past or present, as in reports and stories. */
function plainShare(sentences: readonly string[]): number {
  const ended = sentences.filter((text) => /[。]$/u.test(text));
  const plain = ended.filter((text) => /(?:た|る|だ|い|う|く|す|ない|である|見込み|勝ち|\d)。$/u.test(text));
  const polite = ended.filter((text) => /(?:ます|です|ました|でした|ません|ください)。$/u.test(text));
  return ended.length === 0 ? 0 : (plain.length - polite.length) / ended.length;
}

function points(text: string, kind: TextKind): number {
  return (signs[kind] ?? []).reduce((sum, { pattern, points: each, max = 3 }) => {
    return sum + Math.min(text.match(pattern)?.length ?? 0, max) * each;
  }, 0);
}

/**
 * Tells the kind by form (verses, names, articles, dated lead, hashtags) and typical words; else `article`. Deterministic and
 * linear.
 *
 * @param o.text cleaned, without ruby
 * @param o.words of each line, for haiku and tanka
 */
export function chooseKind(o: {
  text: string;
  lines: readonly Line[];
  words: readonly (readonly Word[])[];
}): TextKind {
  const { text, lines, words } = o;
  const sentences = lines.filter(({ kind }) => kind === "sentence").map((line) => line.text);
  const plain = plainShare(sentences);
  const scores = new Map<TextKind, number>();
  for (const kind of Object.keys(signs) as TextKind[]) scores.set(kind, points(text, kind));
  const add = (kind: TextKind, more: number) => scores.set(kind, (scores.get(kind) ?? 0) + more);

  if (isPlay(lines)) add("play", 8);
  if (isPoem(lines, words)) add("poem", 7);
  if (readConversation(lines) && !isPlay(lines)) add("story", plain > 0 || scores.get("story") ? 3 : 1.5);
  const isDated = lines.slice(0, 3).some((line) => datedLead.test(line.text));
  if (isDated && plain > 0.3 && !firstPerson.test(text)) add("news", 2);
  if (plain < 0.2 || firstPerson.test(text)) add("news", -1.5);
  // Third person, plain past, no dates or figures.
  if (plain > 0.8 && !firstPerson.test(text) && !/\d{2}/u.test(text)) add("story", 1);
  if (firstPerson.test(text) && text.length > 60) add("letter", 0.6);
  if (text.length > 400) add("post", -2);
  else if (text.length < 160 && /[！!]/u.test(text)) add("post", 0.6);
  if (text.length < 150 && !text.includes("\n") && plain > 0.3 && !isDated) add("post", 0.8);
  if (lines.filter(({ kind, number }) => kind === "item" && number !== undefined).length >= 3)
    add("recipe", 0.5);
  if (sentences.length > 1 && sentences.every((sentence) => sentence.startsWith("「"))) add("story", 3);

  let best: TextKind = "article";
  let bestScore = minScore - 0.01;
  for (const kind of order) {
    const score = scores.get(kind) ?? 0;
    if (score > bestScore) [best, bestScore] = [kind, score];
  }
  return best;
}

/** The first wins a tie: nothing grave may pass for something lighter. */
const order: readonly TextKind[] = [
  "mourning",
  "play",
  "poem",
  "law",
  "celebration",
  "recipe",
  "news",
  "letter",
  "notice",
  "story",
  "post",
];
