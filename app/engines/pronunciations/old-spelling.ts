const kanjiPairs =
  "亞亜惡悪壓圧圍囲爲為醫医壹壱稻稲飮飲隱隠營営榮栄衞衛驛駅悅悦圓円緣縁艷艶鹽塩奧奥應応橫横歐欧毆殴黃黄溫温穩穏假仮價価畫画會会壞壊懷懐繪絵槪概擴拡殼殻覺覚學学嶽岳樂楽勸勧卷巻寬寛歡歓罐缶觀観關関陷陥巖巌顏顔歸帰氣気龜亀僞偽戲戯犧犠舊旧據拠擧挙虛虚峽峡挾挟敎教强強狹狭鄕郷堯尭曉暁區区驅駆勳勲薰薫徑径惠恵揭掲攜携溪渓經経繼継莖茎螢蛍輕軽鷄鶏藝芸擊撃缺欠儉倹劍剣圈圏檢検權権獻献縣県險険顯顕驗験嚴厳廣広恆恒鑛鉱號号國国濟済碎砕齋斎劑剤櫻桜册冊雜雑參参慘惨棧桟蠶蚕贊賛殘残絲糸齒歯兒児辭辞濕湿實実舍舎寫写釋釈壽寿收収從従澁渋獸獣縱縦肅粛處処緖緒敍叙奬奨將将燒焼稱称證証乘乗剩剰壤壌孃嬢條条淨浄疊畳穰穣讓譲釀醸囑嘱觸触寢寝愼慎晉晋眞真盡尽圖図粹粋醉酔隨随髓髄數数樞枢聲声靜静齊斉攝摂竊窃專専戰戦淺浅潛潜纖繊踐践錢銭禪禅雙双壯壮搜捜插挿爭争窗窓總総聰聡莊荘裝装騷騒增増臟臓藏蔵屬属續続墮堕體体對対帶帯滯滞臺台瀧滝擇択澤沢單単擔担膽胆團団彈弾斷断癡痴遲遅晝昼蟲虫鑄鋳廳庁聽聴鎭鎮遞逓鐵鉄轉転點点傳伝黨党盜盗燈灯當当鬭闘鬪闘德徳獨独讀読屆届繩縄貳弐惱悩腦脳霸覇廢廃拜拝賣売麥麦發発髮髪拔抜蠻蛮祕秘濱浜濵浜甁瓶拂払佛仏竝並變変邊辺邉辺辯弁瓣弁舖舗穗穂寶宝襃褒豐豊默黙飜翻槇槙每毎滿満彌弥譯訳藥薬豫予餘余與与譽誉搖揺樣様謠謡遙遥來来賴頼亂乱覽覧兩両獵猟壘塁勵励隸隷靈霊齡齢戀恋爐炉勞労樓楼祿禄錄録灣湾晚晩曆暦歷歴淚涙綠緑吳呉靑青淸清凉涼步歩黑黒徵徴內内產産卽即旣既戶戸戾戻沒没狀状硏研稅税脫脱說説銳鋭閱閲絕絶羣群郞郎鄰隣鍊錬頰頬餠餅鷗鴎冰氷囘回廻回敕勅效効决決减減况況凖準處処歎嘆泪涙畧略舉挙辨弁貮弐髙高﨑崎𠮷吉𠮟叱栁柳";
/** Modern texts have these only in names: a word with one is in old spelling. */
const oldKanjiOfWords = /[來會學國氣當對變實處從數聲樣點發邊體獨讀與經繪聽歸戰畫默說內卽旣爲應]/u;

const modernKanji = new Map<string, string>();
{
  const letters = Array.from(kanjiPairs);
  for (let at = 0; at < letters.length; at += 2) modernKanji.set(letters[at] ?? "", letters[at + 1] ?? "");
}
const oldKanji = new RegExp(`[${[...modernKanji.keys()].join("")}]`, "gu");

type Rule = readonly [pattern: RegExp, modern: string];

/** Stems that ended in h: 云ふ, 思ひ, 笑はず. */
const hVerbs =
  "[云言謂思想會会逢遇買食喰笑使遣習歌唄謡失洗拾救從従違願添追負迷問吸誘狂縫払拂戦戰嫌争揃酔醉養伺向襲補損舞奪傷倣這匂纏賄扱祝叶適貰給繕疑占賜構]";
/** 考へる, 見へ. */
const heVerbs = "[考教答与與加変變換代替伝傳抑抱仕終迎捕数數唱堪支構整備添例帰歸返訴貯衰燃植耐超越覚冴]";

const always: readonly Rule[] = [
  [/云(?=っ|つ[たて])/g, "言"],
  [/ゐ/g, "い"],
  [/ゑ/g, "え"],
  [/ヰ/g, "イ"],
  [/ヱ/g, "エ"],
  [new RegExp(`(?<=${hVerbs})ふ`, "gu"), "う"],
  [new RegExp(`(?<=${hVerbs})ひ(?=[、。」]|[たてまつなけさし]|出|込|切|合)`, "gu"), "い"],
  [
    new RegExp(`(?<=${hVerbs})は(?=ず|な[いかけ]|ね[ばど]|れ[るたて]|せ[るたて]|ぬ|ん(?:で|と|ば))`, "gu"),
    "わ",
  ],
  [new RegExp(`(?<=${hVerbs})へ(?=[ばるたど]|な[いか])`, "gu"), "え"],
  [new RegExp(`(?<=${heVerbs})へ(?=[るばられ]|た[。、のらがこ]|て(?![いき]る)|な[いか]|ず)`, "gu"), "え"],
  [/(?<=[^つ]|^)だつた/g, "だった"],
  [/であつ(?=[たて])/g, "であっ"],
  [/(?<=[なしよ])かつ(?=た(?![らり]?[めん]))/g, "かっ"],
  [/(?<=[かがさたなまら])ひ(?=て|つつ)/g, "い"],
  [/(?<=給|たま|漂|匂|味は|賑は|たゆた|うつろ|さすら|つくろ|やすら|たたか|うしな|おこな|なら|まよ)ふ/g, "う"],
  [/(?<=に|て|で)おは(?=[すせさ])/g, "おわ"],
  [/横たふ/g, "ヨコトー"],
  [/(?<=[現顕])は(?=[れさしす])/g, "わ"],
  [/匂ひ/g, "匂い"],
  [/通ひ路/g, "カヨイジ"],
  [/噫(?=、|[^\p{Script=Han}])/gu, "ああ"],
  [/でせう/g, "でしょう"],
  [/ませう/g, "ましょう"],
  [/(?<=[でに])あらう/g, "あろう"],
  [/(?<!だ)からうと(?!う)/g, "かろうと"],
  [/(?<=[しなよくい])からう(?=[とがか、。」]|$)/g, "かろう"],
  [/やうに(?!な[るっ]て?ゐ)/g, "ように"],
  [/やう(?=[だでな])/g, "よう"],
  [/(?<=^|[、。「\s]|[とにはがも])さう(?=[だでなにしい思言云])/g, "そう"],
  [/(?<=と|どう|そう|こう|か)いふ/g, "いう"],
  [/おもふ/g, "おもう"],
  [/いはゆる/g, "いわゆる"],
  [/すなはち/g, "すなわち"],
  [/おまへ/g, "おまえ"],
  [/たとへ(?=ば)/g, "たとえ"],
  [/(?<=^|[、。「\s])けふ(?=[はのもにか、])/g, "きょう"],
  [/てふてふ/g, "ちょうちょう"],
  [/きのふ/g, "きのう"],
  [/(?<=[くぐ])ゎ/g, "わ"],
];

/** Ambiguous in modern text: only in sentences with other old spelling. */
const inOldText: readonly Rule[] = [
  [/(?<=\p{Script=Han})からう(?=[とが])/gu, "かろう"],
  [/ちよつと/g, "ちょっと"],
  [
    /(?<=[あいうがさざただなばまやらわちくしよも]|にと|[なしたかい]か|(?![一二三四五六七八九幾])\p{Script=Han})つ(?=[たて](?![めく]))/gu,
    "っ",
  ],
  [/(?<!向)かう(?=[とかよ、。」])(?<=\p{Script=Han}かう)/gu, "こう"],
  [/(?<=\p{Script=Han})らう(?=[とかよ、。」])/gu, "ろう"],
  [/(?<=\p{Script=Han})さう(?=[とかよだなに、。」])/gu, "そう"],
  [/(?<=\p{Script=Han})まう(?=[とかよ、。」])/gu, "もう"],
  [/(?<=^|[、。「\s])かう(?=[してい云言])/gu, "こう"],
  [/(?<=[だあ])らう/g, "ろう"],
  [/(?<=[でまが])せう/g, "しょう"],
  [/やう(?=[はも、。])/g, "よう"],
  [/さうし(?=て)/g, "そうし"],
  [/せうか/g, "しょうか"],
  [/いふ/g, "いう"],
  [/(?<=て|^|[、。「は])を(?=[りるら])/g, "お"],
  [/をかし/g, "おかし"],
  [/をとこ/g, "おとこ"],
  [/をんな/g, "おんな"],
  [/をぢ/g, "おじ"],
  [/をば(?=さん)/g, "おば"],
  [/あはれ/g, "あわれ"],
  [/かはい/g, "かわい"],
  [/こはい/g, "こわい"],
  [/(?<=[かまさ])は(?=[るりっ])/g, "わ"],
  [/(?<=[合言思笑食逢會追問向払習使失買救縫歌誘匂拾争競伺従負洗])は(?=[せさすしずなぬねんれ])/gu, "わ"],
  [/(?<=[りきしちみびぎいえけせてねめれ])さう(?=だ|な|に|で|も|です)/g, "そう"],
  [/にはか/g, "にわか"],
  [/まへ/g, "まえ"],
  [/うへ(?=[にのは、])/g, "うえ"],
  [/かへ(?=[るりっすし])/g, "かえ"],
  [/いへ(?=[にのは、])/g, "いえ"],
  [/ゆふべ/g, "ゆうべ"],
  [/たまふ/g, "たまう"],
  [/ちやう/g, "ちょう"],
  [/どうしやう/g, "どうしよう"],
  [/しやう/g, "しょう"],
  [/きやう/g, "きょう"],
  [/ぢやう/g, "じょう"],
  [/ぢや(?=[な、。])/g, "じゃ"],
];

const signs = new RegExp(
  `[ゐゑ]|[りきしちみびぎいえけせてねめれ]さう(?:だ|な|に)|けふ|だつた|であつ|でせう|ませう|やうに|やうな|${hVerbs}[ふひ]|[行云言思会逢笑買待持知帰取乗入走立切去黙泣死]つた(?!び|め|ち)|／″?＼|[〱〲]|[つっ]てを[りる]|なかつた|(?![一二三四五六七八九幾])\\p{Script=Han}つ(?:て(?!み)|た[。、」])`,
  "u",
);

/**
 * Old kanji and kana as spelled now (默つてゐた is 黙っていた), with repeat marks written out (いろ／＼). For speech only. Modern text stays,
 * but for names' old kanji.
 */
export function modernSpelling(text: string): string {
  return repeatWords(
    text.replace(/輪廻/g, "リンネ").replace(oldKanji, (letter) => modernKanji.get(letter) ?? letter),
  )
    .split(/(?<=[。\n])/)
    .map((sentence) => {
      const isOld = signs.test(sentence) || (oldKanjiOfWords.test(text) && /[つふひ]/.test(sentence));
      const plain = always.reduce((t, [pattern, modern]) => t.replace(pattern, modern), sentence);
      return isOld ? inOldText.reduce((t, [pattern, modern]) => t.replace(pattern, modern), plain) : plain;
    })
    .join("");
}

/** Repeated whole; of others the last two letters. */
const longRepeats =
  /(?:ところ|ぽつり|かへす|かえす|ひらり|はらり|ぐるり|くるり|ちらり|ふらり|ゆらり|きらり|代わる)$/u;

/** こゝろ, たゞ, いろ／＼, さま／″＼. */
function repeatWords(text: string): string {
  return text
    .replace(
      /([\p{Script=Han}々ぁ-ゖァ-ヶー]{1,6})(?:[／/]([″゛]?)[＼\\]|([〱〲])|([〳〴])〵)/gu,
      (_, word: string, voicing: string, short?: string, long?: string) => {
        const unit = longRepeats.exec(word)?.[0] ?? Array.from(word).slice(-2).join("");
        return word + (voicing || short === "〲" || long === "〴" ? voiced(unit) : unit);
      },
    )
    .replace(/([ぁ-ゖァ-ヶ])[ゝヽ]/g, (_, kana: string) => kana + unvoiced(kana))
    .replace(/([ぁ-ゖァ-ヶ])[ゞヾ]/g, (_, kana: string) => kana + voiced(unvoiced(kana)));
}

/** Unicode: the voiced form follows. */
const voiceless = /^[かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホ]/;
const voicedKana = /^[がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボ]/;

function voiced(kana: string): string {
  return voiceless.test(kana) ? String.fromCharCode(kana.charCodeAt(0) + 1) + kana.slice(1) : kana;
}

function unvoiced(kana: string): string {
  return voicedKana.test(kana) ? String.fromCharCode(kana.charCodeAt(0) - 1) + kana.slice(1) : kana;
}
