import { type BuiltInCategory, builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { TextKind } from "./text-kind.ts";

const maxLabels = 3;
const minScore = 2;
const strongScore = 3;
const fewWords = 90;
const minSecondaryScore = 3;
const maxOccurrences = 3;
const longText = 8;
const manyMentions = 3;
const everydayCategory = "ライフスタイル";

interface Keywords {
  /** Rare outside the category: 3 points. */
  strong: string;
  weak: string;
}

/** NFKC, lower case, dictionary forms. */
const categoryKeywords: Record<BuiltInCategory, Keywords> = {
  ビジネス: {
    strong:
      "株価 日経平均株価 配当 純利益 連結決算 取引先 得意先 弊社 部長 在宅勤務 残業 出張 時下 ビジネス 起業 経営 営業 マーケティング 投資 株式 売上 会社員 上司 部下 会議 転職 副業 資料作成 プレゼン 顧客 取引 リーダーシップ 名刺 商談 経済 マネジメント ベンチャー 決算 市場 business startup marketing management",
    weak: "仕事 会社 働く 職場 社員 組織 企業 商品 お金 キャリア チーム 目標 戦略 価格 成功 office work money company",
  },
  テクノロジー: {
    strong:
      "api oauth authentication release リリース 無人探査機 テクノロジー 人工知能 ai プログラミング プログラム ソフトウェア アプリ パソコン コンピューター コンピュータ スマホ スマートフォン インターネット ロボット データベース アルゴリズム クラウド サーバー 半導体 セキュリティ 暗号 iot software programming computer internet technology app javascript python linux",
    weak: "技術 デジタル データ 開発 エンジニア 機械 オンライン 通信 電子 自動化 ネット 端末 画面 code data digital online web",
  },
  "健康・ウェルネス": {
    strong:
      "手術 病院 看護師 夜勤 ジム ベンチプレス 筋トレ 体内時計 たんぱく質 医師 健康 ウェルネス 睡眠 ストレッチ 瞑想 ヨガ マインドフルネス 深呼吸 栄養 免疫 肩こり 腰痛 ストレス 自律神経 ダイエット メンタル 血圧 疲労 不眠 リラクゼーション 姿勢 health wellness meditation yoga sleep",
    weak: "入院 体調 痛み 眠り 眠る 呼吸 疲れ 休息 休む 運動 歩く 散歩 リラックス 水分 入浴 お風呂 布団 体操 目覚め exercise rest body",
  },
  "教育・学習": {
    strong:
      "卒業生 校庭 遠足 理科室 教え子 教育 学習 勉強 授業 受験 学校 先生 生徒 宿題 教科書 暗記 記憶術 英語 語学 資格 大学 塾 教室 学び方 読み書き 試験 education learning study school teacher",
    weak: "学ぶ 学び 覚える 復習 練習 ノート 知識 子ども 読書 辞書 理解 教える 質問 student book lesson",
  },
  ライフスタイル: {
    strong:
      "銭湯 ベランダ 保護者 結婚 新郎 新婦 わが家 風呂敷 ライフスタイル 掃除 片付け 片づけ 収納 インテリア 家事 節約 子育て 育児 ファッション 洗濯 断捨離 ミニマリスト ペット 園芸 ガーデニング 引っ越し 手帳 lifestyle minimalism",
    weak: "祖父 祖母 父 母 姉 兄 娘 息子 孫 親子 夫婦 夫 妻 傘 靴 電車 友だち 友達 おばあちゃん おじいちゃん 生活 暮らし 暮らす 習慣 毎日 日常 部屋 家族 休日 週末 買い物 植物 猫 犬 手紙 灯り 贈り物 home family daily",
  },
  科学: {
    strong:
      "科学 物理 化学 生物 宇宙 天文 天文学 惑星 恒星 銀河 重力 遺伝子 細胞 原子 分子 進化 実験 光速 地球 太陽 数学 元素 電磁波 量子 恐竜 星座 哺乳類 昆虫 光合成 地層 science physics chemistry biology planet space",
    weak: "研究 観察 自然 星 光 波長 空気 海 温度 植物 動物 エネルギー 現象 水蒸気 虹 雲 雪 気圧 波 音波 法則 結晶 theory nature star",
  },
  歴史: {
    strong:
      "歴史 江戸 明治 平安 戦国 武将 幕府 古代 中世 縄文 弥生 奈良時代 鎌倉 室町 昭和 大正 将軍 遺跡 王朝 帝国 文明 古墳 シルクロード 考古学 城下町 紀元前 史料 history ancient medieval empire",
    weak: "時代 昔 当時 世紀 侍 武士 城 戦い 革命 伝統 貴族 文書 起源 由来 発明 宿場 街道 century king war",
  },
  "文化・芸術": {
    strong:
      "文化 芸術 アート 美術 絵画 画家 彫刻 美術館 文学 小説 俳句 短歌 和歌 詩人 茶道 華道 書道 浮世絵 能楽 歌舞伎 陶芸 工芸 建築 作家 写真家 染物 哲学 季語 漆 金継ぎ 和紙 伝統行事 art painting literature culture poetry novel",
    weak: "押し花 封筒 美しさ 作品 本 物語 神話 祭り 着物 言葉 詩 器 色 職人 写真 デザイン 表現 美意識 行事 伝統 story design museum",
  },
  スポーツ: {
    strong:
      "スポーツ 野球 サッカー テニス バスケ バスケットボール バレーボール 水泳 マラソン 陸上 柔道 剣道 相撲 ゴルフ 卓球 ラグビー 選手 試合 オリンピック 監督 得点 優勝 スキー スケート 登山 ランニング トレーニング ボクシング sports soccer baseball football tennis marathon olympic",
    weak: "チーム 走る 練習 勝利 競技 大会 体力 筋肉 ボール 記録 フォーム コーチ 応援 run team game player",
  },
  音楽: {
    strong:
      "音楽 楽器 ピアノ ギター バイオリン ヴァイオリン 作曲 演奏 歌手 歌詞 メロディー メロディ リズム 和音 オーケストラ クラシック ジャズ ロック コンサート 楽譜 バンド 音階 合唱 旋律 太鼓 三味線 交響曲 オルゴール music piano guitar melody rhythm jazz orchestra concert",
    weak: "音 歌 曲 歌う 響き 音色 聴く ライブ 静けさ ダンス 鼻歌 子守唄 子守歌 song sound listen",
  },
  "料理・グルメ": {
    strong:
      "卵 牛乳 食パン ねぎ 豆腐 玉ねぎ じゃがいも しょうゆ 白菜 唐辛子 昆布 喫茶店 漬物 白菜漬け 料理 グルメ レシピ 食材 調味料 味噌 醤油 出汁 だし カレー ラーメン 寿司 パン コーヒー 紅茶 緑茶 お茶 スープ ケーキ お菓子 和食 洋食 味わい 台所 鍋 煮込む 煮込み 焼き魚 焼き肉 発酵 うま味 旨味 レストラン カフェ チーズ ワイン 日本酒 チョコレート 米 cooking recipe coffee tea food restaurant bread",
    weak: "食べる 味 美味しい おいしい 野菜 肉 魚 果物 朝食 昼食 夕食 飲む 砂糖 塩 油 豆 甘い eat taste kitchen",
  },
  旅行: {
    strong:
      "旅行 旅 観光 温泉 旅館 ホテル 空港 飛行機 新幹線 夜行列車 列車 鉄道 駅弁 名所 世界遺産 パスポート 海外旅行 キャンプ 絶景 灯台 巡礼 旅先 車窓 旅館 travel trip hotel airport journey train",
    weak: "町 街 島 海辺 山 駅 景色 地図 道 宿 港 橋 散策 歩く 神社 寺 訪れる 風景 city island map visit",
  },
  "政治・社会": {
    strong:
      "市議会 議会 予算 自治会 町内会 会則 断水 水道 市役所 市長 消防 福祉 個人情報 憲法 規約 契約 政治 選挙 国会 政府 首相 総務省 財務省 外務省 厚生労働省 経済産業省 国土交通省 文部科学省 法律 憲法 民主主義 税金 社会保障 年金 投票 政策 外交 条約 行政 自治体 少子化 高齢化 人権 格差 難民 裁判 議会 ボランティア 防災 市民 politics election government law democracy society",
    weak: "社会 国 制度 地域 環境 人口 平和 問題 支援 福祉 公共 権利 災害 ごみ リサイクル policy public community",
  },
  エンターテイメント: {
    strong:
      "共演 俳優 テレビドラマ ライブ アンコール エンターテイメント エンタメ 映画 ドラマ アニメ 漫画 マンガ ゲーム 俳優 声優 アイドル お笑い 芸人 落語 テレビ番組 バラエティ youtube ユーチューブ 配信者 映画館 舞台 手品 マジック 推し 遊園地 怪談 entertainment movie anime manga drama comedy film",
    weak: "番組 物語 役 主人公 ファン 笑い 楽しむ 遊び シリーズ 公開 クイズ 観客 幕 fun show story video",
  },
  ニュース: {
    strong:
      "ニュース 速報 報道 報道陣 発表によると 記者会見 最新情報 今日の出来事 時事 県警 警視庁 容疑者 news headline",
    weak: "新聞 記者 発表 話題 出来事 現地 取材 report",
  },
};

const keywords = new Map<string, { category: BuiltInCategory; points: number }[]>();
for (const category of builtInCategories) {
  const { strong, weak } = categoryKeywords[category];
  for (const [list, points] of [
    [strong, 3],
    [weak, 1],
  ] as const)
    for (const word of list.split(" "))
      keywords.set(word, [...(keywords.get(word) ?? []), { category, points }]);
}

const maxWords = 5;

const media: ReadonlySet<string> = new Set(["ニュース", "新聞", "報道", "news"]);
const perceiving: ReadonlySet<string> = new Set([
  ..."見る 観る みる 聞く 聴く きく 読む 知る 消す つける 流す 眺める 見かける 届く".split(" "),
]);

/** ニュースを見る, そのニュース, うれしいニュース: a story's news, no subject. */
function isMention(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before && (["形容詞", "連体詞"].includes(before.kind) || /^(?:という|って|な)$/u.test(before.surface)))
    return true;
  const [particle, ...after] = words.slice(at + 1, at + 5);
  return particle?.kind === "助詞" && after.some(({ base }) => perceiving.has(base));
}

/**
 * The sentences in which each keyword stands, as whole words: 料理 in 料理する, but not だし in ただし, nor ニュース in
 * ニュースを見た.
 */
function findKeywords(words: readonly Word[]): { found: Map<string, number[]>; sentences: number } {
  const found = new Map<string, number[]>();
  let sentences = 0;
  let isBetween = true;
  const add = (keyword: string) => found.set(keyword, [...(found.get(keyword) ?? []), sentences]);
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word && /[。！？!?\n]/u.test(word.surface)) isBetween = true;
    else if (isBetween && word?.surface.trim()) {
      isBetween = false;
      sentences++;
    }
    if (!word || !["名詞", "動詞", "形容詞"].includes(word.kind) || word.detail === "接尾") {
      at++;
      continue;
    }
    let joined = words
      .slice(at, at + maxWords)
      .map(({ surface }) => surface)
      .join("");
    let length = Math.min(maxWords, words.length - at);
    while (length > 0 && !keywords.has(joined)) {
      joined = joined.slice(0, joined.length - (words[at + length - 1]?.surface.length ?? 0));
      length--;
    }
    if (length > 0) {
      if (!media.has(joined) || !isMention(words, at)) add(joined);
    } else if (word.base !== word.surface && keywords.has(word.base)) add(word.base);
    at += Math.max(1, length);
  }
  return { found, sentences };
}

/** The text that `chooseLabels` judges; the title counts twice. */
export function labelText(o: { title: string; text: string }): string {
  return normalizeUnicode(`${o.title}。\n${o.title}。\n${o.text}`, "NFKC").toLowerCase();
}

/** Points by form: a report is news, verses and stories are literature. */
const pointsOfKind: Partial<Record<TextKind, readonly [BuiltInCategory, number]>> = {
  news: ["ニュース", 5],
  poem: ["文化・芸術", 4],
  story: ["文化・芸術", 4],
  play: ["エンターテイメント", 4],
  recipe: ["料理・グルメ", 1],
};

/** If words say nothing. None for mourning and formless texts. */
const fallbackOfKind: Partial<Record<TextKind, BuiltInCategory>> = {
  recipe: "ライフスタイル",
  letter: "ライフスタイル",
  post: "ライフスタイル",
  celebration: "ライフスタイル",
  notice: "政治・社会",
  law: "政治・社会",
};

const tellsOfLife: ReadonlySet<TextKind> = new Set(["article", "letter", "post", "story"]);

const subjectSentences = (sentences: number) => (sentences <= 1 ? 1 : sentences <= longText ? 2 : 3);

/**
 * One to three categories, best first: keywords (strong 3, weak 1, three times at most) plus the kind's points. Later labels need
 * half of the best score. Without keywords the kind decides, else `その他`. In texts that tell of everyday life a category needs
 * keywords in several sentences, or three different ones; one of the title or the first sentence counts twice. One 豆腐屋 on a walk
 * with the dog, or one AIやスマホの時代, names no text.
 */
export function chooseLabels(words: readonly Word[], kind: TextKind): string[] {
  const scores = new Map<BuiltInCategory, number>(builtInCategories.map((category) => [category, 0]));
  const add = (category: BuiltInCategory, points: number) =>
    scores.set(category, (scores.get(category) ?? 0) + points);
  const places = new Map<BuiltInCategory, Set<number>>();
  const mentions = new Map<BuiltInCategory, number>();
  const { found, sentences } = findKeywords(words);
  for (const [keyword, at] of found) {
    for (const { category, points } of keywords.get(keyword) ?? []) {
      add(category, points * Math.min(at.length, maxOccurrences));
      mentions.set(category, (mentions.get(category) ?? 0) + (at.includes(1) ? 2 : 1));
      places.set(category, new Set([...(places.get(category) ?? []), ...at]));
    }
  }
  const ofKind = pointsOfKind[kind];
  if (ofKind) add(...ofKind);
  // A reporter in a dream is no news.
  if ((scores.get("ニュース") ?? 0) < strongScore) scores.set("ニュース", 0);
  const everyday = tellsOfLife.has(kind) ? (scores.get(everydayCategory) ?? 0) : 0;
  const isSubject = (category: BuiltInCategory) =>
    everyday === 0 ||
    category === "ニュース" ||
    category === everydayCategory ||
    category === ofKind?.[0] ||
    (mentions.get(category) ?? 0) >= manyMentions ||
    (places.get(category)?.size ?? 0) >= subjectSentences(sentences);
  // A tie is of everyday life.
  const rank = ([category, score]: readonly [BuiltInCategory, number]) =>
    score + (everyday > 0 && category === everydayCategory ? 0.5 : 0);
  const ranked = [...scores]
    .filter(([category]) => isSubject(category))
    .sort((one, other) => rank(other) - rank(one));
  const best = ranked[0]?.[1] ?? 0;
  if (everyday > 0 && best < strongScore) return [everydayCategory];
  // The kind, if it says something, beats weak words.
  const isKnown = kind === "mourning" || fallbackOfKind[kind] !== undefined;
  const needed = isKnown ? strongScore : words.length <= fewWords ? 1 : minScore;
  if (best < needed) return [fallbackOfKind[kind] ?? fallbackCategory];
  const chosen = ranked
    .filter(([, score], place) => place === 0 || (score >= minSecondaryScore && score >= best * 0.5))
    .slice(0, maxLabels)
    .map(([category]) => category);
  // A report is news, whatever its subject.
  if (kind !== "news" || chosen.includes("ニュース")) return chosen;
  return [...chosen.slice(0, maxLabels - 1), "ニュース"];
}
