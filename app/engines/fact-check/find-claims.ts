import { claimsNothing, isCookingStep, isRecipeStep, predicate, type TextForm } from "./text-form.ts";

/** The first line's deserve a look each. */
export type ClaimKind =
  | "date"
  | "figure"
  | "superlative"
  | "absolute"
  | "hearsay"
  | "medical"
  | "law"
  | "money"
  | "person"
  | "cause"
  | "statement";

export interface Claim {
  quote: string;
  /** In `ClaimKind`'s order; at least one. */
  kinds: ClaimKind[];
}

const maxQuoteLength = 60;

export const graveKinds: readonly ClaimKind[] = ["medical", "law", "money"];

const date =
  /\p{Nd}{1,4}\s?(?:年(?![生齢上下間代])|月|日(?!本|間|分)|世紀)|(?:明治|大正|昭和|平成|令和|江戸|室町|鎌倉|平安|奈良|戦国|縄文|弥生)(?:時代|元年|のころ|の頃)|[一二三四五六七八九十百千〇]{1,5}(?:世紀|年代)|[百千万億](?:年|数年)|紀元前/gu;

const figure =
  /\p{Nd}(?!\p{Nd}{0,4}\s?(?:番目|つ目|人目|回目|日目|匹目))|[二三四五六七八九十百千万億兆]{2,8}(?:年|人|円|つ|個)|[一二三四五六七八九十]対[一二三四五六七八九十]|[二三四五六七八九十百千万億兆何数半]{1,8}(?:パーセント|％|%|倍|割|円|ドル|メートル|センチ|キロ|グラム|トン|歳|年間|か国|カ国|ヶ国|種類|匹|頭|軒|時間|分間|秒|日間|週間|か月|カ月|ヶ月|分の[一二三四五六七八九十])/u;

/** Quantifiers are bounded, or over a class that the rest does not share: matching is linear. */
const patterns: readonly { kind: ClaimKind; pattern: RegExp }[] = [
  {
    kind: "superlative",
    // Countable or measurable; 最高！ and 一番！ alone are applause.
    pattern:
      /(?:最も|もっとも(?!らし|[、だなで])|(?:世界|日本)一)(?!好き|大[事切]|うれし|嬉し|楽し|おいし|美味し|かわい|可愛|幸せ|しあわせ|きれい|美し|心に|印象)|(?:一番|いちばん)(?=[のに]?(?:高|低|長|短|大き|小さ|古|新し|速|早|遅|多|少な|広|狭|深|浅|重|軽|強|弱|安|売|人気|有名|優れ|効|よく[売効])|安全|危険)|(?:世界|日本|史上|国内)初|世界で初めて|最大(?!限|の(?:敵|魅力|楽しみ|悩み|幸せ|喜び))|最小(?!限)|(?:世界|日本|史上|過去|国内|業界|県内|市内|観測)最[高強低悪]|最[高低](?=気温|記録|値|額|位|齢|峰|速|点|益|水準)|最古|最長|最短(?!で|距離|コース|ルート)|最速|最多|最安|唯一(?!無二|の(?:楽しみ|救い|趣味|友|味方|欠点|心残り|後悔))|ナンバーワン|随一|類を見ない|\b(?:largest|biggest|smallest|tallest|highest|longest|oldest|fastest|best-?selling|the (?:most|only|first(?! time)))\b/iu,
  },
  {
    kind: "absolute",
    pattern:
      /必ず(?!しも)|絶対に?(?!的|音感|王政|値)|間違いなく|確実に|すべて(?:の|が|は)|全て(?:の|が|は)|全員(?:が|は)|誰もが|だれもが|誰でも|だれでも|常に|例外なく|永遠に|いかなる|どんな[^、。]{1,8}でも|百パーセント|\b(?:always|never|every|all|guaranteed)\b/iu,
  },
  {
    kind: "hearsay",
    pattern:
      /(?:と|そう)(?:言|い)われ(?:て|ます|る)|研究(?:では|から|で|によ)|調査では|実験では|確かめられて|知られて|わかって(?:い|き)|証明され|とされ(?:て|ます|る)|と伝えられ|という説|[だるたい]そうです|[だるた]らしいです|とのことです|によると|によれば|と(?:信じ|考え)られて/u,
  },
  {
    kind: "medical",
    pattern:
      /治(?:る|り|す|し|療)|予防(?!接種は[。、]?$)|視力|血液|老化|腸(?:内|に|まで)|骨(?:を|が|は|に)|心臓病|かぜを(?!ひいた)|風邪(?:を|に|が)|熱(?:を|は|が)(?:下|出)|痛み(?:が|を|は)(?:消|取|と|なく|やわら)|体温|代謝|栄養|疲労|回復|抗酸化|効(?:く|き|果|能)|痩せ|やせ(?:る|ます)|ダイエット|免疫|病気|(?<![\p{Script=Hiragana}])がん(?=に|を|の|は|が)|癌|血圧|血糖|糖尿|副作用|デトックス|サプリ|若返|ワクチン|自閉症|うつ病|認知症|感染|ウイルス|発がん|添加物|放射能|電磁波|アレルギー|胎児|寿命|脳卒中|心臓|肝臓|肺炎|毒素|有害|中毒|健康に(?:いい|良い|よい|悪い|なり|なれ)|体に(?:いい|良い|よい|悪い)|\b(?:cures?|heals?|vaccines?|cancer)\b/iu,
  },
  {
    kind: "law",
    pattern:
      /法律|民法|刑法|法(?:で|に|的|令)|条例|憲法|罰金|罰せ|罰則|違法|違反(?!して困)|有罪|罪に(?:問|な)|逮捕され|(?:義務|権利|資格)(?:が|で|は)|侵害|訴え(?:る|られ)|裁判|契約|取り消せ|解雇|有給|時効|相続|遺言|敷金|慰謝料|届(?:け)?出|許可(?:が|を)|期限を過ぎ|科(?:され|せ)|認められ(?:て|る|ま)|自分のもの(?:に|と)な|著作権|肖像権|個人情報|税務署|労働基準/u,
  },
  {
    kind: "money",
    pattern:
      /儲か|もうか|元が取れ|損を(?:する|し)|(?:倍|割|%)に(?:なる|増え|な)|金利|ローン|年金|確定申告|税(?:金|率|制)?(?:が|は|を)|納税|値(?:段|上げ|下げ)|料金|稼(?:げ|ぐ|ぎ)|利益|元本|利回り|配当|年収|株価|仮想通貨|節税|不労所得|投資/u,
  },
  {
    kind: "person",
    pattern:
      /\p{Script=Han}{1,4}(?<![お母父兄姉奥嫁客皆])(?:さん|氏|部長|課長|係長|社長|店長|先生|教授|博士|議員|市長|知事|大臣|首相|大統領|選手|監督|容疑者|被告|天皇|将軍)(?:は|が|って|も)/u,
  },
  {
    kind: "cause",
    pattern:
      /引き起こ|原因(?:は|で|と|に|だ)|せいで|もたら|招(?:く|き|いた)|誘発|につなが(?:る|り|った)|を防(?:ぐ|ぎ|げ)|(?:高|低|強|弱)まる|(?:[うくすつぬぶむぐる]|した)と[^、。]{0,20}(?:増え|減|下が|上が|悪くな|良くな|よくな|伸び)|の影響で|だから[^。]{2,30}(?:した|なった|なる)[。]?$/u,
  },
];

const invitationOrQuestion =
  /(?:ましょう|ください|(?:なん|どう|なぜ|何|どこ)[^。]{0,10}でしょう|ませんか|でしょうか|ですか|ますか|だろうか|か)[。！!]?$|[？?]$/u;
const personal =
  /[父母妻夫娘彼]|祖[父母]|息子|友人|友達|私|僕|俺|わたし|ぼく|うち(?:の|は)|思(?:い(?!出)|う|っ|わ)|感じ|気が(?:し|する)|気持ち|たい(?:です|と|。|$)|好き|嬉し|うれし|楽し|悲し|寂し|願|祈|ありがと|こんにちは|こんばんは|おはよう|おやすみ/u;

const attitude =
  /(?:べき|たい|ほしい|欲しい|だろう|でしょう|かな|かも|しれない|しれません|はずが?(?:ない|だ)|(?<=[いる])ものだ|(?<=[いる])ものです|気に入|落ち着|眠れない|うらやまし[いく][^。]{0,3}|お待ちして|気に入って|[がは](?:いい|よい)(?:です)?[。！!]?$|ほどほど|[おこごそとのもろよぼ]う(?:よ|ね)?[。！!]?$|(?:ご|お)[^。、]{1,10}(?:します|いたします|申し上げます)|不安|信じてい|さびし|寂し|分からない|わからない|悪くない|楽しみ|すぎる|かぎりだ|ましょう|なあ|よね|ください)(?:です|だ|ます|います|いる|ています|ている|き?ます|く)?[。！!]?$|大切なのは|心が(?:け|落)|喜び|涙|笑顔|あきらめ|無理を|[てで][。！!]?$/u;
const speech = /」と(?:話|語|述べ|喜|笑|言)|という声/u;
const forecast = /(?:見込み|予定|見通し|方針)(?:だ|です|である|という)?[。]?$/u;
/** 今日は, 百回は, お正月には. */
const timeTopic =
  /^[^。]{0,12}?(?:今日|明日|昨日|今年|去年|来年|今|朝|昼|夜|夏|冬|春|秋|正月|休み|週末|\p{Nd}|[一二三四五六七八九十百千万](?:回|度|人|年|日|つ))(?:に|で)?は/u;

/** A noun and は near the beginning. */
const assertsAboutTopic =
  /(?:[\p{Script=Han}\p{Script=Katakana}ーA-Za-z」』]|\p{Script=Han}[いりきしちみけえげせ]|こと|もの|の|[こそあ]れ|[こそあ]こ|ひと|たち|とき)(?:と|に|で)?は/u;

const english = /\b(?:is|are|was|were|has|have|had|will|can)\b/iu;

function hasKana(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

const praise =
  /(?:最[高悪強]|おいし|美味し|うま[いか]|まず[いか]|かわい|可愛|すてき|素敵|すご[いくか]|面白|おもしろ|つら[いか]|尊[いか])[^、。]{0,8}[。！!]?$/u;

function isStatement(sentence: string): boolean {
  if (invitationOrQuestion.test(sentence.slice(-16))) return false;
  if (!hasKana(sentence)) {
    // Not Japanese: long enough for a sentence.
    const words = sentence.match(/\p{L}[\p{L}\p{M}'’]*/gu)?.length ?? 0;
    const unspaced = sentence.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0;
    return english.test(sentence) || words >= 3 || unspaced >= 8;
  }
  if (personal.test(sentence) || praise.test(sentence.slice(-16))) return false;
  if (speech.test(sentence) || (attitude.test(sentence) && !/(?:ば|たら)(?:よい|いい)/u.test(sentence)))
    return false;
  if (forecast.test(sentence) || reportsNews.test(sentence) || onCondition.test(sentence)) return true;
  return (
    assertsAboutTopic.test(sentence.slice(0, 40).replace(timeTopic, "")) && predicate.test(sentence.slice(-8))
  );
}

/** Authorities or places: が tells news. */
const reportsNews =
  /(?:市|県|町|村|国|政府|省|庁|会社|大手|社|駅|工場|学校|病院|養鶏場|大学|銀行|空港|研究所|店)(?:の|が|で|は)[^。]{0,40}(?:が|を|に)[^。]{1,30}(?:た|る|ます|ました)[。]?$/u;
const onCondition =
  /(?:[えけげせてねべめれ]ば|[んたい]だ?ら|(?<!の)なら|[うくすつぬぶむぐる]と)、?[^。]{2,40}(?:る|う|い|く|す|ます|ません|ない|よい|いい)[。]?$/u;

/** Continues the claim before without naming its subject. */
function continues(sentence: string): boolean {
  if (!hasKana(sentence) || invitationOrQuestion.test(sentence.slice(-16))) return false;
  if (
    personal.test(sentence) ||
    praise.test(sentence.slice(-16)) ||
    attitude.test(sentence) ||
    speech.test(sentence)
  )
    return false;
  return sentence.length >= 8 && predicate.test(sentence.slice(-8));
}

function withoutAddresses(sentence: string): string {
  return sentence.replace(/https?:\/\/[^\s　、。）)」]*/giu, (address) => " ".repeat(address.length));
}

/** Of a long sentence the part between two 、. */
function quoteAround(sentence: string, at: number): string {
  const bare = sentence.replace(/[。．.、，,\s]{1,20}$/u, "");
  if (bare.length <= maxQuoteLength) return bare;
  let from = at;
  while (from > 0 && at - from < 24 && !/[、，,。\s]/u.test(sentence.charAt(from - 1))) from--;
  let to = at;
  while (to < sentence.length && to - from < maxQuoteLength && !/[、，,。]/u.test(sentence.charAt(to))) to++;
  if (/[\ud800-\udbff]/u.test(sentence.charAt(to - 1))) to--;
  if (/[\udc00-\udfff]/u.test(sentence.charAt(from))) from++;
  const quote = sentence.slice(from, to).trim();
  return quote === "" ? sentence.slice(0, maxQuoteLength).toWellFormed() : quote;
}

/**
 * Finds a text's claims: dates, figures, superlatives, absolutes, hearsay, health, law, money, people, causes and plain
 * statements. At most one per sentence, in order. No recipe amounts; questions, invitations, feelings and personal accounts
 * only with health, law or money. None in stories, diaries, poems and plays.
 *
 * @param form of the whole text (`judgeForm`)
 */
export function findClaims(sentences: readonly string[], form: TextForm = "other"): Claim[] {
  if (claimsNothing(form)) return [];
  const claims: Claim[] = [];
  let wasClaim = false;
  for (const sentence of sentences) {
    const readable = withoutAddresses(sentence);
    if (form === "recipe" && (isRecipeStep(readable) || isCookingStep(readable))) continue;
    const asks = invitationOrQuestion.test(readable.slice(-16));
    const isPersonal = personal.test(readable);
    const kinds: ClaimKind[] = [];
    let first = -1;
    const addKind = (kind: ClaimKind, at: number): void => {
      if (at < 0) return;
      kinds.push(kind);
      if (first < 0) first = at;
    };
    if (!asks && !isPersonal) {
      addKind("date", readable.search(date));
      // A date's digits are no figure.
      addKind("figure", readable.replace(date, (found) => "　".repeat(found.length)).search(figure));
    }
    for (const { kind, pattern } of patterns) {
      const isAskedToo = kind === "medical" || kind === "money";
      if (isAskedToo || !asks) addKind(kind, readable.search(pattern));
    }
    if (kinds.length === 0 && (isStatement(readable) || (wasClaim && continues(readable)))) {
      kinds.push("statement");
      first = 0;
    }
    wasClaim = kinds.length > 0;
    if (wasClaim) claims.push({ quote: quoteAround(sentence, first), kinds });
  }
  return claims;
}
