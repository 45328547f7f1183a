const phone =
  /(?<!\p{Nd})0\p{Nd}{1,4}[-‐−–—ー()（） ]{0,2}\p{Nd}{1,4}[-‐−–—ー()（） ]{0,2}\p{Nd}{3,4}(?!\p{Nd})/u;
const email = /[\w.+-]+@[\w-]+\.[\w.]+/u;
const street =
  /(?:町|丁目|番地|市|区|村|条)\s?\p{Nd}{1,4}(?:丁目)?(?:[-‐−–—ーの]\s?\p{Nd}{1,4})|\p{Nd}{1,3}丁目\s?\p{Nd}{1,3}番|\p{Nd}{2,4}号室|番地/u;
/** Where somebody lives, told without a number. */
const home =
  /(?:の|が住む|の住む)(?:家|自宅|実家|住所|マンション|アパート|職場|勤務先|携帯|電話番号|番号)は/u;

/** What is to be done there is meant to hurt. */
const attack =
  /押しかけ|押し掛け|おしかけ|抗議|無言電話|いたずら|イタズラ|嫌がらせ|いやがらせ|かけまく|電話(?:を|し)?[^。]{0,4}(?:しまく|し続け|かけ続け|し ?つづけ)|鳴らし(?:続け|まく|つづけ)|送りつけ|送り付け|着払い|(?:石|卵|ごみ|ゴミ|泥|水|ペンキ)を(?:投げ|かけ|ぶつけ)|罵倒|すっぽか|張り紙|貼り紙|貼りに|非通知|蹴(?:っ|り|飛)|殴|火炎|汚し|割り(?:に|ま)|窓を割|壊し|追い込|拡散|突撃|凸(?:し|よろ|って)?|パンク|謝らせ|文句|苦情|クレーム(?:の電話)?を?(?:入れ|し)(?:続|まく)|電話を(?:入れ|し)続け|ピンポンダッシュ|困らせ|こまらせ|さらし|晒[しせそ]|落書き|ピンポン|脅[しせ]|ビラ|張り込|待ち伏せ|つきまと|尾行|火を|(?:クビ|首)に(?:し|する|な|追)|暴言|出前|デリバリー|騒ご|騒ぎ|騒い|押し寄せ|取り囲|囲も|家族もろとも|すっぽかし|張り紙|貼り紙|貼りに|ばらまき|思い知らせ|懲らしめ|こらしめ|制裁|正義の鉄|罵|怒鳴|どなり|荒らし/u;
const call =
  /(?:ましょう|ください|下さい|よろしく|お願い|頼む|[てで](?:くれ|やれ|やろう|やって|ほしい|こい|きて|いこう|行こう)|(?:し|け|げ|せ|て|ね|べ|め|れ|え|ろ|よ)ろ?(?:[。！!]|$)|[おこごそとのもろよぼど]う(?:ぜ|よ|か)?(?:[。！!]|$)|行(?:け|こう)|せよ|希望|募集|集まれ|集合|[てで]や(?:って|る)[。！!]?$)/u;
/** At night, all together, again and again. */
const crowd =
  /夜中|深夜|毎晩|朝まで|何度も|何回も|一日中|みんな(?:で|、|して)|皆で|全員で|一斉に|みなさん、|続けろ|続けよう|まくれ|まくって|やってください|やろう|やれ/u;
const friendly =
  /お電話|ご連絡|お問い合わせ|お申し込|申込|ご予約|お申込|ご応募|ご注文|お待ち|事務局|窓口|会館|センター|公民館|交番|図書館|会場|お届け|ファンレター|営業時間|受付|受け付け|相談|予約|応募|署名|編集部|係まで/u;
/** Where somebody else lives or works, and that one should go there together. */
const othersPlace =
  /(?:[\p{Script=Han}\p{Script=Katakana}ー]{1,8}|さん|くん|こいつ|あいつ|そいつ)(?:の|んちの?|宅の?)(?:家|自宅|実家|住所|マンション|アパート|下宿|寮|部屋|勤め先|勤務先|職場|会社|店の番号|店の電話|携帯|電話番号|番号|電話)/u;
const together =
  /ましょう|[おこごそとのもろよ]う(?:ぜ|よ)?(?:[。！!]|$)|や(?:れ|ろう|って)|集まれ|行け|よろしく/u;
const welcome =
  /私|わたし|僕|ぼく|俺|うち|わが|我が|新居|遊び|お?祝|見舞|年賀|手伝|引っ越し|お礼|感謝|花束|応援|待ち合わせ|お祭り|掃除|ボランティア/u;
/** The address belongs to a person. */
const owner =
  /(?:こいつ|そいつ|あいつ|この(?:男|女|人|番号)|お前|おまえ|担任|自宅|実家|宅|家|本人|職場|住所は|携帯|あの(?:男|女|人)|番号)/u;

/**
 * Whether sentences that stand together, in NFKC, give away an address, a number or a mailbox and call to hurt somebody by it.
 * `nearby` is the sentence with those beside it.
 */
export function callsToHarass(text: string, nearby: string): boolean {
  const gives = phone.test(text) || email.test(text) || street.test(text) || home.test(text);
  if (!gives || !call.test(nearby)) return false;
  if (/被害|警察に相談|着信(?:を)?拒否|しないで|やめ(?:て|よ|ま)|防(?:ぐ|止)/u.test(nearby)) return false;
  if (attack.test(nearby))
    return !(
      friendly.test(nearby) &&
      !/押しかけ|無言電話|いたずら|嫌がらせ|かけまく|送りつけ|(?:石|卵|ごみ|ゴミ|泥|水|ペンキ)を(?:投げ|かけ|ぶつけ)|罵倒|非通知|蹴(?:っ|り|飛)|殴|火炎|汚し|着払い|晒|すっぽか|無断/u.test(
        nearby,
      )
    );
  if (othersPlace.test(nearby) && together.test(nearby) && !friendly.test(nearby) && !welcome.test(nearby))
    return true;
  return (
    crowd.test(nearby) &&
    owner.test(nearby) &&
    !friendly.test(nearby) &&
    /電話|かけ|行こう|行き|手紙|メール|送/u.test(nearby)
  );
}
