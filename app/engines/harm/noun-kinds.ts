import type { Phrase } from "#app/engines/words/clauses.ts";
import { namesPerson } from "./names.ts";

const ending = (words: string) => new RegExp(`(?:${words.trim().split(/\s+/u).join("|")})$`, "u");

/** What a noun is, by the end of its compound: 北小学校 is a place. */
export const kinds = {
  weapon: ending(
    "爆弾 爆薬 爆発物 火薬 火炎瓶 ガソリン 灯油 ナイフ 包丁 刃物 カッター 銃 拳銃 散弾銃 ライフル 金属バット バット 鉄パイプ ハンマー 金づち 斧 なた 日本刀 鎌 硫酸 塩酸 毒ガス サリン",
  ),
  missile: ending("石 卵 れんが レンガ ごみ ゴミ 生ごみ 火炎瓶 爆竹 びん 瓶 汚物 糞 火"),
  poison: ending("毒 毒入り 毒物 毒薬 毒餌 毒入り 農薬 殺虫剤 除草剤 洗剤 漂白剤 睡眠薬 下剤 針 画びょう"),
  vehicle: ending("車 トラック ダンプ バイク ワゴン 軽トラ"),
  undone: ending("道連れ 半殺し 血祭り 皆殺し 八つ裂き ハチの巣 蜂の巣 ミンチ 丸焼き 灰"),
  afterlife: ending("あの世 地獄 墓 墓場 病院 霊安室 三途の川 天国"),
  bodyPart: ending("指 腕 足 脚 手 首 喉 のど 腹 顔 目 目玉 頭 歯 骨 背中 鼻 耳 舌 手足 髪"),
  place: ending(
    "家 店 本店 塾 学校 小学校 中学校 高校 小学 中学 大学 駅 広場 会社 事務所 役所 市役所 区役所 役場 病院 寺 神社 教会 モスク 教室 校舎 電車 会場 会館 庁舎 本社 体育館 図書館 警察署 交番 署 空港 ホール 幼稚園 保育園 園 施設 マンション アパート ビル 寮 編集部 投票所 開会式 大使館 領事館 工場 倉庫 公園 県庁 都庁 議会 国会 国会議事堂 党本部 講演会 集会 裁判所 役所 会議所 営業所 局 庁 院 館 場 室 橋 商店街 スーパー 銀行 支店",
  ),
  property: ending(
    "窓 ブレーキ ガラス 窓ガラス 車 タイヤ 自転車 バイク 玄関 ドア 商品 看板 車体 ポスト 票 墓",
  ),
  home: ending(
    "住所 自宅 実家 家 番地 電話番号 番号 携帯 連絡先 本名 勤務先 勤め先 職場 通学路 車 ナンバー 顔写真 写真 地図 アドレス メール 学校 部屋 個人情報 アカウント",
  ),
  people: ending(
    "誰か だれか 何人か みんな 全員 連中 家族 一家 子ども 子供 娘 息子 嫁 妻 夫 親 両親 母親 父親 弟 妹 兄 姉 祖母 祖父 孫 姑 舅 義母 義父 赤ちゃん 彼女 彼氏 父 母 元彼 元カノ 教師 先生 担任 校長 監督 審判 会長 院長 医者 生徒 児童 園児 店員 店長 社員 社長 部長 課長 客 上司 同僚 先輩 後輩 通行人 職員 警官 議員 市長 知事 首相 総理 大臣 女 男 やつ 奴 ヤツ 野郎 乗客 住民 住人 隣人 クラス 同級生 老人 ファン 歌手 選手 婆さん ばあさん 爺さん じいさん ババア ジジイ クズ ゴミクズ ガキ 犬 猫",
  ),
  ill: ending(
    "がん ガン 癌 糖尿病 心臓病 心筋梗塞 脳卒中 脳梗塞 てんかん ぜんそく 喘息 エイズ HIV 白血病 結核 肺炎 うつ病 統合失調症 認知症 腎不全 肝炎 肝硬変 はしか 破傷風 敗血症 高血圧 難病 アトピー 感染症 コロナ ウイルス インフルエンザ 腫瘍 病気 熱",
  ),
  treatment: ending(
    "薬 お薬 飲み薬 インスリン 抗がん剤 抗うつ薬 ステロイド 治療 ワクチン 予防接種 注射 点滴 透析 手術 輸血 吸入器 吸入薬 救急車 検査 検診 放射線 病院 医者 医師 服薬 降圧剤",
  ),
  harmful: ending(
    "漂白剤 ハイター 塩素 二酸化塩素 次亜塩素酸 ガソリン 灯油 尿 水銀 ホルマリン 過酸化水素 消毒液 アルコール消毒液 洗剤 殺虫剤 ヒ素 トリカブト 馬の薬 重曹",
  ),
};

const second =
  /^(?:お前|おまえ|オマエ|てめ[えぇー]|テメ[エェー]|貴様|きさま|あんた|あなた|きみ|君|あいつ|アイツ|こいつ|コイツ|そいつ)(?:ら|ども|たち|達)?(?:みたい|なんか)?$/u;
const writer = /^(?:私|わたし|僕|ぼく|俺|おれ|オレ|自分|うち|あたし)(?:たち|ら)?$/u;

export const isAddressee = (phrase: Phrase) => second.test(phrase.text);
export const isWriter = (phrase: Phrase) => writer.test(phrase.text);
export const isPeople = (phrase: Phrase) =>
  second.test(phrase.text) || kinds.people.test(phrase.text) || namesPerson(phrase);
