import type { HarmKind } from "./harm.ts";
import type { Mood } from "./mood.ts";
import type { kinds } from "./noun-kinds.ts";

export type NounKind = keyof typeof kinds;

/** A predicate that harms if it is meant so, with nouns in these roles. */
export interface HarmfulPredicate {
  kind: HarmKind;
  /** In dictionary form, between spaces. */
  verbs: string;
  moods: readonly (keyof Mood)[];
  /** Any of these kinds of nouns, or a person, with を, も or without particle. */
  object?: readonly (NounKind | "person")[];
  /** Likewise に, へ, で, の. */
  place?: readonly (NounKind | "person")[];
  /** Does or suffers it: a person who is not the writer. */
  isAboutSomebody?: boolean;
  /** Elsewhere in the sentence. */
  needs?: RegExp;
}

const urged = ["isUrged"] as const;
const meant = ["isUrged", "isIntended"] as const;

/** Who does what to whom. A predicate stands once for each set of roles in which it harms. */
export const harmfulPredicates: readonly HarmfulPredicate[] = [
  // Announced or called for.
  {
    kind: "threat",
    verbs:
      "暴れる 向かう 行く 伺う うかがう 乗り込む 乗りこむ 襲う 切りつける 振り回す 突入 乱入 参る 待つ 待ち伏せ",
    object: ["weapon"],
    needs: /持っ|持ち|抱え|積ん|隠し|片手/u,
    moods: ["isIntended"],
  },
  {
    kind: "threat",
    verbs: "食う 食わせる 飲む 飲ませる 食べる 食べさせる 盛る 混ぜる 入れる",
    object: ["poison"],
    place: ["people", "person"],
    moods: meant,
  },
  {
    kind: "threat",
    verbs:
      "突き落とす 殺す 刺す 殴る ぶん殴る 襲う 撃つ 焼き殺す 刺し殺す 絞め殺す 轢く ひく 始末 道連れ 半殺し 蹴り殺す 痛めつける ぶちのめす 叩きのめす 血祭り",
    object: ["person"],
    moods: meant,
  },
  { kind: "threat", verbs: "する", place: ["undone"], moods: meant },
  { kind: "threat", verbs: "細工 切断", place: ["property"], moods: ["isIntended", "isPast"] },
  { kind: "threat", verbs: "送る 送り込む", object: ["person"], place: ["afterlife"], moods: meant },
  {
    kind: "threat",
    verbs:
      "切り裂く 裂く 突く 落とす 折る へし折る つぶす 潰す 切る 切り落とす 砕く そぐ 引き抜く えぐる 焼く",
    object: ["bodyPart"],
    place: ["person"],
    moods: meant,
  },
  {
    kind: "threat",
    verbs: "仕掛ける しかける 置く 設置",
    object: ["weapon"],
    place: ["place", "property"],
    moods: ["isIntended", "isPast"],
  },
  {
    kind: "threat",
    verbs: "投げる 投げこむ 投げ込む つける 付ける 放つ かける まく 撒く ぶつける ぶちまける",
    object: ["weapon", "missile"],
    place: ["place", "property", "people", "person"],
    moods: meant,
  },
  {
    kind: "threat",
    verbs:
      "燃やす 焼く 焼き払う 焼き討ち 襲う 襲撃 爆破 放火 占拠 破壊 壊す ぶっ壊す 荒らす 略奪 割る たたき割る 叩き割る",
    object: ["place", "property"],
    moods: meant,
  },
  { kind: "threat", verbs: "突っ込む 突っこむ 突入", place: ["vehicle"], moods: meant },
  {
    kind: "threat",
    verbs: "押し入る 引きずり出す 乗り込む 取り囲む 吊るす 引きずり回す",
    object: ["place", "person"],
    moods: urged,
  },
  { kind: "threat", verbs: "押し入る なだれ込む 乱入", place: ["place"], moods: meant },
  {
    kind: "threat",
    verbs: "いただく やる 消す 始末 殺す 片づける 狙う 痛めつける",
    moods: meant,
    isAboutSomebody: true,
    needs: /(?:家族|子ども|娘|息子|妻|親|お前|おまえ|仲間)[^。、]{0,4}から?(?:順番|順|一人ずつ|一人残らず)/u,
  },
  // Bullying and hunting by many.
  {
    kind: "threat",
    verbs: "無視 いじめる 仲間はずれ 仲間外れ シカト ハブる 追い回す 取り囲む リンチ 袋だたき",
    object: ["person"],
    moods: urged,
  },
  // Death and illness of somebody are wished.
  {
    kind: "abuse",
    verbs:
      "死ぬ 焼け死ぬ 病死 事故死 くたばる 死に絶える 滅びる 苦しむ 落ちる 消える ひく 轢く はねる 焼く 呪う 逝く 悪化 倒れる 溺れる 殺す 絶滅",
    moods: ["isWished"],
    isAboutSomebody: true,
  },
  {
    kind: "abuse",
    verbs: "なくす 失う 折る つぶれる 切断",
    object: ["bodyPart"],
    moods: ["isWished"],
    isAboutSomebody: true,
  },
  { kind: "abuse", verbs: "去る", moods: urged, isAboutSomebody: true, needs: /この世/u },
  { kind: "abuse", verbs: "打つ うつ", moods: ["isWished"], isAboutSomebody: true, needs: /雷|罰/u },
  {
    kind: "abuse",
    verbs: "なる かかる",
    moods: ["isWished"],
    isAboutSomebody: true,
    needs: /(?:お前|おまえ|あいつ|あんた|こいつ|貴様)[^。]{0,12}(?:病気|がん|癌|不幸|障害)に/u,
  },
  {
    kind: "self-harm",
    verbs: "いなくなる 消える 死ぬ",
    moods: urged,
    isAboutSomebody: true,
    needs: /あなた|お前|おまえ|君|きみ/u,
  },
  {
    kind: "abuse",
    verbs: "成仏 消える 逝く 往生",
    moods: urged,
    isAboutSomebody: true,
    needs: /しろ|せよ|とっとと|さっさと|のが(?:一番|いちばん|筋)/u,
  },
  { kind: "abuse", verbs: "焼く 呪う 苦しむ 死ぬ くたばる", moods: urged, isAboutSomebody: true },
];

/** Dying and hurting oneself. */
export const selfHarm = {
  verbs:
    /^(?:死ぬ|逝く|自殺|自死|自害|心中|飛び降りる|飛びおりる|飛降りる|飛びこむ|飛び込む|旅立つ|首つり|首吊り|リストカット|リスカ|アムカ|自傷|実行|絶食|過食嘔吐|オーバードーズ|OD|終わらせる)$/u,
  /** Verbs that hurt with this noun. */
  withNoun: [
    { verbs: /^(?:切る|切れる|刻む|傷つける)$/u, noun: /手首|腕|動脈|リスカ/u },
    { verbs: /^(?:つる|吊る|くくる)$/u, noun: /首/u },
    {
      verbs: /^(?:飲む|飲み干す)$/u,
      noun: /睡眠薬|市販薬|市販|農薬|薬/u,
      needs: /たくさん|大量|全部|一気|まとめて|\p{Nd}+[錠粒]|[十百]錠|何[十百]/u,
    },
    { verbs: /^(?:絶つ|断つ|捨てる|終わり|終える)$/u, noun: /命|人生|それ/u },
    { verbs: /^(?:する)$/u, noun: /終わり/u, needs: /自分|生き|人生|命/u },
    {
      verbs: /^(?:吐く|吐き続ける|食べる)$/u,
      noun: /体重|キロ|全部|食事|指|のど|喉/u,
      needs: /キロ|体重|やせ|痩せ|骨|太らな/u,
    },
    { verbs: /^飛ぶ$/u, noun: /屋上|ビル|崖|橋|ベランダ|マンション/u },
    { verbs: /^消える$/u, noun: /自分|この世/u },
  ] as readonly { verbs: RegExp; noun: RegExp; needs?: RegExp }[],
  /** What is promised for it. */
  gain: /楽|一瞬|眠る|眠り|落ち着|気持ちい|きれい|美し|解放|自由|幸せ|逝け|逝き|救われ|勝ち|痛くな|苦しまな|すっきり|天国|会え|終われ|最高|生きている感じ|仲間に入|解決|太らな|おすすめ|(?:いちばん|ちょうど)いい|痩せ|やせ|認めて/u,
  deed: /^(?:自殺|自死|死|死ぬの|死ぬこと|リストカット|リスカ|自傷|拒食|絶食|心中|オーバードーズ)$/u,
  praise:
    /^(?:立派|勇気|美しい|美|正しい|選択|権利|救い|解決|解決策|楽|最高|かっこいい|芸術|友だち|味方|正解|逃げ道|自由|答え|愛|素敵|すてき|親孝行)$/u,
  /** Shown or done together. */
  together: /募集|さがし|探し|いませんか|連絡|仲間|見せ合|(?:行き|会い|やり|逝き)ませんか|競|一緒に/u,
  helped:
    /相談|話して|話を聞|電話|専門|助け|止め|防|危険|やめて|やめよう|受け止め|つなぎ|責め|生きて(?:ほしい|いて|ください|い[いこ])|たくなったら|たいと(?:思|感|言)|考え直|いのちの/u,
};
