/** How a text is written, as far as that decides what it claims. */
export type TextForm = "story" | "diary" | "poem" | "play" | "recipe" | "other";

/** A teller, player, reciter or diarist claims nothing. */
export const claimsNothing = (form: TextForm): boolean =>
  form === "story" || form === "diary" || form === "poem" || form === "play";

const amount =
  /大さじ|小さじ|カップ|適量|少々|ひとつまみ|お好みで|半年|[\p{Nd}/／½¼半一二三四五六七八九十]\s?(?:g|kg|ml|cc|l|グラム|キロ|リットル|ミリリットル|個|本|枚|片|束|株|切れ|玉|丁|袋|缶|合|パック|人分|分|秒|時間|晩|日|度|℃|w|ワット|か月|ヶ月|cm|mm|センチ|ミリ|等分|回)/iu;
const cooking =
  /煮|焼|炒め|茹で|ゆで|混ぜ|切(?:る|り|っ)|加え|入れ|温め|冷や|冷ま|冷蔵|置(?:く|き|い)|おく|おき|おい[てた]|寝かせ|しぼ|絞|ふ(?:る|り|って)|[薄千]切り|つぶ|蒸|揚げ|盛|洗|むく|むき|剥|刻|こね|振|溶|熱し|沸|注|弱火|中火|強火|とろみ|下味|漬け|浸|予熱|出来上がり|下ごしらえ|味をととのえ|味を調え|かけ|のせ|添え|裏返|流し|巻[くい]|分け|ひい|丸め|のば|すりおろ|待つ/u;
const kitchen =
  /大さじ|小さじ|材料|作り方|人分|鍋|フライパン|オーブン|ボウル|炊飯器|レンジ|弱火|中火|強火|炒め|茹で|ゆで|煮る|煮て|塩|砂糖|しょうゆ|みりん|小麦粉|薄力粉|だし|玉ねぎ|バター|米\p{Nd}合/u;
/** An ingredient's line has none. */
export const predicate =
  /(?:です|ます|でした|ました|である|だ|た|る|い|う|く|す|つ|ぬ|ぶ|む|ぐ|ん)[。！!]?$/u;

const ofBody =
  /治|効[くきい能果]|がん|癌|血圧|血糖|視力|回復|老化|免疫|健康|病|痛み|体温|痩せ|やせ|若返|予防|寿命|コレステロール|[るうくすむぶつ]ば|れば/u;

/** An instruction with its amounts, neither true nor false. */
export function isRecipeStep(sentence: string): boolean {
  return (
    amount.test(sentence) && !ofBody.test(sentence) && (cooking.test(sentence) || !predicate.test(sentence))
  );
}

/** An instruction of a recipe that names no amounts: it speaks of no topic (は), as claims do. */
export const isCookingStep = (sentence: string): boolean =>
  cooking.test(sentence) && !ofBody.test(sentence) && !/は/u.test(sentence);

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[。！？!?](?![」』]))|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const share = (some: number, all: number) => (all === 0 ? 0 : some / all);

/** News, explanations and advice are no stories. */
const factual =
  /発表|によると|によれば|研究|調査|とされ|と呼ばれ|含まれ|\p{Nd}[%％]|パーセント|円(?:で|の|を|に)|法律|税|効果|原因|世紀|時代|紀元|年に(?:建|生|で|起|発|始)|\p{Nd}{4}年|株式会社|メートル|約\p{Nd}/u;

const speakerMark = /^([^\s：:「」、。]{1,8})[：:「](?=.)/u;
const field =
  /^(?:日時|場所|会場|費用|料金|定員|対象|持ち物|電話|住所|材料|時間|期間|締切|締め切り|注意|主催|問い合わせ|Q|A|問|答|質問|回答|URL|https?)\p{Nd}?$/u;

function isPlay(lines: readonly string[]): boolean {
  const speakers = lines
    .map((line) => speakerMark.exec(line)?.[1])
    .filter((name) => name !== undefined && !field.test(name));
  const stage = lines.filter((line) => /^[（(].*[)）]$/u.test(line));
  return (
    speakers.length >= 2 &&
    new Set(speakers).size >= 2 &&
    share(speakers.length + stage.length, lines.length) >= 0.6
  );
}

function isPoem(lines: readonly string[], text: string): boolean {
  const only = lines[0] ?? "";
  if (lines.length === 1)
    return (
      /^[\p{Script=Hiragana}\p{Script=Han}\p{Script=Katakana}ー　\s]{9,22}$/u.test(only) &&
      /(?:や|かな|けり|哉)(?=.)|(?:かな|けり|哉)$|の[音声空月]$/u.test(only) &&
      !/(?:です|ます)/u.test(only)
    );
  const short = lines.filter((line) => line.length <= 20 && /[ぁ-んァ-ヶ\p{Script=Han}]/u.test(line));
  const ended = lines.filter((line) => /[。．.]$/u.test(line));
  const listed = lines.filter((line) => /^[・\-*＊\p{Nd}①-⑳]|[：:]/u.test(line) || amount.test(line));
  return (
    lines.length >= 3 &&
    share(short.length, lines.length) >= 0.85 &&
    share(ended.length, lines.length) <= 0.2 &&
    share(listed.length, lines.length) < 0.4 &&
    !/です|ます/u.test(text) &&
    /[ぁ-ん]/u.test(text)
  );
}

function isRecipe(sentences: readonly string[], text: string): boolean {
  const steps = sentences.filter(isRecipeStep);
  return kitchen.test(text) && steps.length >= 2 && share(steps.length, sentences.length) >= 0.4;
}

const pastTense = /(?:た|だ(?=。)|ました|でした|なかった|だった)[。！!]?$/u;
const dateLine =
  /^(?:\p{Nd}{1,2}|[一二三四五六七八九十]{1,3})月(?:\p{Nd}{1,2}|[一二三四五六七八九十]{1,3})日(?:[（(].[)）])?[、。\s]?\s?(?:晴れ?|曇り?|くもり|雨|雪|はれ)?[。\s]?/u;
const dayOfMine =
  /^(?:今日|きょう|昨日|きのう|今朝|けさ|昨夜|ゆうべ|今夜|先週|週末|日曜|土曜|朝から|夕方|夜)(?:は|の|、|から|に|も|早く)?/u;
const ofMine =
  /私|わたし|僕|ぼく|俺|おれ|母|父|姉|兄|妹|弟|妻|夫|娘|息子|祖[父母]|友だち|友人|会社を|職場|買っ|行った|食べた|起き|目が覚め|眠|寝た|疲れ|体重|布団|薬を飲|熱が出|風呂|散歩|寝坊|買い物|腰が|頭が痛|歯医者|検診|洗濯|電車|隣の奥さん/u;

function isDiary(sentences: readonly string[], text: string): boolean {
  const first = sentences[0] ?? "";
  const isDated = dateLine.test(first) && dateLine.exec(first)?.[0].length === first.length;
  const isDaily = dateLine.test(first) || sentences.some((sentence) => dayOfMine.test(sentence));
  const told = sentences.filter((sentence) => predicate.test(sentence));
  const past = told.filter((sentence) => pastTense.test(sentence)).length;
  if (/発表|によると|県警|市は|政府|総務省|開かれ|優勝|必ず|治[りるす]|効[くき]/u.test(text)) return false;
  return isDated || (isDaily && ofMine.test(text) && share(past, told.length) >= 0.5);
}

const onceUpon =
  /むかしむかし|むかし、|昔々|昔むかし|ある(?:日|晩|夜|朝|国|村|町|ところ|森|山)(?:、|に|の|で)|その(?:夜|晩|日|星|国|村)(?:、|で|の|に)|日目の(?:朝|夜|晩)|翌朝|やがて|ふいに/u;
const toldSpeech =
  /」(?:と|、と)?[^。「」]{0,14}(?:言(?:った|いました|う)|聞いた|答え|叫|つぶや|笑|ささや|尋ね|たずね)|(?:は|が)(?:静かに|低く)?(?:言った|言いました|叫んだ|笑った|つぶやいた|答えた|答えました|うなずいた)/u;
const character =
  /(?:少年|少女|老人|男|女|彼|彼女|王|王さま|姫|お姫さま|魔女|旅人|探偵|刑事|主人|騎士|海賊|木こり|きこり|人魚|執事|兵士|漁師|娘|若者|女神|竜|鬼|妖精|宇宙人|ロボット|猫|犬|きつね|うさぎ|ねずみ|くま|住人|客|船|列車|(?<![ァ-ヶー])[ァ-ヶー]{2,3}|\p{Script=Han}{1,2}[助吉太平郎子])(?:は|が)[^。]{0,40}(?:た|ました|だ|る)[。」]/u;
const scene =
  /立ち止ま|息を(?:吸|のん|飲ん|つい)|口にした|羽織|うなず|見上げ|見下ろ|ささや|歩き出|歩きだ|走り出|走りだ|抱きしめ|目を(?:閉|開|覚|見張)|扉|灯台|足音|暗闇|影が|窓の外|振り向|立ち去|旅立|ドアを開|合言葉|こぶし|ため息|微笑|にやり|震え|嘆い|帽子/gu;
const wonder =
  /魔女|魔法|竜|妖精|宇宙人|女神|お姫さま|王さま|人魚|ゆうれい|幽霊|足の裏で歌|百年に一度|二百歳|(?:その|この)星/u;

function isStory(sentences: readonly string[], text: string): boolean {
  if (factual.test(text)) return false;
  const told = sentences
    .map((sentence) => sentence.replace(/「[^「」]*」/gu, "").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  const past = share(told.filter((sentence) => pastTense.test(sentence)).length, told.length);
  const score =
    (onceUpon.test(text) ? 2 : 0) +
    (toldSpeech.test(text) ? 2 : 0) +
    (character.test(text) ? 1 : 0) +
    (wonder.test(text) ? 1 : 0) +
    (past >= 0.8 ? 1 : 0) +
    (/俺|親父/u.test(text) ? 2 : 0) +
    Math.min(2, text.match(scene)?.length ?? 0);
  return sentences.length >= 3 && ((score >= 3 && past >= 0.3) || (score >= 2 && past >= 0.6));
}

/** Judges by lines and words; `other` if nothing is clear. */
export function judgeForm(text: string): TextForm {
  const lines = linesOf(text);
  const sentences = sentencesOf(text);
  if (isPlay(lines)) return "play";
  if (isRecipe(sentences, text)) return "recipe";
  if (isPoem(lines, text)) return "poem";
  if (isDiary(sentences, text)) return "diary";
  return isStory(sentences, text) ? "story" : "other";
}
