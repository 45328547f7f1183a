import type { ContextEntry } from "./rules.ts";
import { endingOf, kanaBehindParticle } from "./verb-rows.ts";

/** Words and their particles; between them and the verb an adverb of at most four letters may stand. */
interface VerbByWords {
  stem: string;
  row: string;
  kana: string;
  words: string;
  particles: string;
  /** The words may follow it as well: 描いた絵. */
  isBefore?: true;
}

/** What stands between a verb and the noun that it describes, by row. */
const beforeNoun: Readonly<Record<string, string>> = {
  か: "(?:い(?:た|て(?:い[たる]|あ[るっ]た?|きた))|く)",
  が: "(?:い(?:だ|で(?:い[たる]|あ[るっ]た?|きた))|ぐ)",
  ら: "(?:っ(?:た|て(?:い[たる]|きた))|る)",
  わ: "(?:っ(?:た|て(?:い[たる]|きた))|う)",
};

const feelings =
  "夢|疑問|疑い|疑念|不安|不満|不信|印象|思い|関心|興味|希望|期待|危機感|違和感|憧れ|恐れ|恨み|志|野心|感情|好意|敵意|殺意|幻想|理想|愛着|誇り|反感|懸念|恋心|悩み|気持ち|イメージ|恐怖|罪悪感|劣等感|願い|構想|野望";
const pictures =
  "絵|図|漫画|マンガ|イラスト|地図|似顔絵|落書き|自画像|ポスター|挿絵|油絵|水彩画|スケッチ|下絵|丸|眉毛?|看板";

const table: readonly VerbByWords[] = [
  // Drinks are poured (ツグ), oil on a fire and love are ソソグ.
  {
    stem: "注",
    row: "が",
    kana: "つ",
    isBefore: true,
    words: "(?<!と)酒|冷や|ビール|ワイン|日本酒|焼酎|ウイスキー|シャンパン|茶|お代わり|おかわり|お酌",
    particles: "[をはも]",
  },
  {
    stem: "注",
    row: "が",
    kana: "つ",
    // Hot water is ソソグ.
    words:
      "(?<!(?:湯|水|だし|出汁)を[^。、]{0,8})(?:杯|盃|猪口|ちょこ|ぐい呑み|ぐいのみ|ジョッキ|茶碗|湯呑み?|湯飲み|椀)",
    particles: "[にへ]",
  },
  {
    stem: "塗れ",
    row: "-",
    kana: "まみれ",
    words:
      "泥|血|汗|砂|埃|ほこり|煤|すす|垢|油|汚辱|屈辱|汚物|汚泥|灰|墨|涙|塵|欲|借金|手垢|粉|ペンキ|白粉|インク|血糊|脂|煙",
    particles: "に?",
  },
  // Harm is suffered (コウムル), hats and guilt are カブル.
  {
    stem: "被",
    row: "ら",
    kana: "こうむ",
    isBefore: true,
    words: "被?害|損害?|損失|恩恵|恩|迷惑|災難|災い|不利益|痛手|打撃|影響|戦禍|戦災|惨禍|水難|不興|汚名|余波",
    particles: "[をもは]",
  },
  {
    stem: "装",
    row: "わ",
    kana: "よそ",
    words: "ご飯|ごはん|御飯|飯|汁|粥|お代わり|おかわり|カレー|シチュー|茶碗|お椀|丼|どんぶり|しゃもじ|お玉",
    particles: "[をにで]",
  },
  { stem: "抱", row: "か", kana: "いだ", words: feelings, particles: "[をもは]", isBefore: true },
  { stem: "描", row: "か", kana: "か", words: pictures, particles: "[をも]", isBefore: true },
  {
    stem: "覆",
    row: "ら",
    kana: "くつがえ",
    words: "判決|判定|判断|決定|裁定|予想|予測|定説|通説|結果|評価|常識|前提|見解|結論|方針|認定|解釈|下馬評",
    particles: "[がはも]",
  },
  {
    stem: "擦",
    row: "ら",
    kana: "こす",
    words: "目|まぶた|背中|体|鍋|床|垢|消しゴム|たわし|タワシ|ブラシ|布|指",
    particles: "[をで]",
  },
  {
    stem: "通",
    row: "ら",
    kana: "とお",
    words: "審査|試験|面接|オーディション|選考|予選|抽選|入試|一次|二次|検定",
    particles: "[にをも]",
  },
  // What is held; windows and doors may be 開ける.
  {
    stem: "開け",
    row: "-",
    kana: "ひらけ",
    words: "(?<!教)会|会議|会見|式|裁判|個展|講座|ライブ|イベント|パーティー?|宴|集い|祭り|試合",
    particles: "[をもは]",
  },
  {
    stem: "開け",
    row: "-",
    kana: "ひらけ",
    words: "差|格差|花|蕾|つぼみ|傘|心|距離|パラシュート|隔たり",
    particles: "[がもは]",
  },
  {
    stem: "止め",
    row: "-",
    kana: "とめ",
    words:
      "車|自転車|バイク|船|列車|電車|バス|タクシー|息|血|足|手|動き|流れ|水|電気|ガス|火|エンジン|機械|時計|時間|音楽|音|動画|テレビ|涙|咳|痛み|筆|箸|ペン|球|ボール|連敗|連勝|進行|悪化|暴走",
    particles: "[をもは]",
  },
  {
    stem: "下り",
    row: "-",
    kana: "おり",
    words: "階段|梯子|はしご|脚立|演壇|壇|舞台|土俵|二階|屋根",
    particles: "(?:[をも]|から)",
  },
];

/** Endings that 下る and 下りる share, after ways (クダル). */
const sharedEndings =
  "り(?:ま[すしせ]|ながら|たい|たく|やす|にく|つつ|始|続|切|き[っるれ]|終|、|に(?:行|来))";

/** Verbs that are read by what they are done to, in every form; in hiragana, which keeps conjugation and accent. */
export const verbsByWords: readonly ContextEntry[] = [
  ...table.flatMap(({ stem, row, kana, words, particles, isBefore }): ContextEntry[] => [
    [
      `(?<=(?:${words})${particles}(?:[ぁ-ん漢]{1,4}[くにと])?)${stem}${endingOf(row)}`,
      kanaBehindParticle(kana),
    ],
    ...(isBefore
      ? [
          [
            `(?<![を漢])${stem}(?=${beforeNoun[row]}(?:[^。、をがはにでと]{0,3}[ぁ-んァ-ヶ])?(?:${words}))`,
            kana,
          ] as const,
        ]
      : []),
  ]),
  [`(?<=(?:坂|坂道|川|山道|峠|斜面|急流|流れ|スロープ|街道|国道|谷)[をもは])下(?=${sharedEndings})`, "くだ"],
  // Rain falls (フル) on what has no を.
  ["(?<=を)降り(?!注|積|しき|頻|続|かか)", "おり"],
  [
    "(?<=(?:駅|停|階|終点|号車|港|新宿|渋谷|東京|大阪|京都|[ァ-ヶー])で)降り(?!注|積|しき|頻|続|かか)",
    "おり",
  ],
  ["(?<!漢)降り(?=損|遅れ|忘れ|そび|そこ|過ご|間違)", "おり"],
  ["(?<=を)開けば", "ひらけば"],
  ["(?<=[をも])負(?=おう)", "お"],
  ["(?<=(?:外|表|前|人前|旅|試合|大会|廊下|舞台|社会)[にへ])出させ", "でさせ"],
  ["(?<=申し|名乗り)出そう", "でそう"],
  ["(?<!漢)居(?=り(?:ま[すしせ]|、)|ら[ずぬ]|っ[てた])", "お"],
];
