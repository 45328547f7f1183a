/** School children and others under 18. */
const minor =
  /小学\p{Nd}?[年生]|小学生|中学生|中学\p{Nd}?[一二三]?年|高校生|女子高|男子高|女子中|男子中|(?:^|[^A-Za-z])J[KCS](?![A-Za-z])|(?:小|中|高)[一二三四五六\p{Nd}](?:の|年)|幼女|幼児|幼い(?:子|女|男)|児童|ロリ|ショタ|未成年|園児|少女|少年(?!院|法)|(?<![\p{Nd}二三四五六七八九])(?:[1-9]|1[0-7])[歳才]|(?<![二三四五六七八九])(?:[一二三四五六七八九]|十[一二三四五六七]?)歳|教え子|女の子(?=の(?:裸|ヌード|下着|パンツ|体|着替え))|\b(?:child|minor|underage|schoolgirl|schoolboy)/iu;
/** Words that are sexual by themselves. */
const sexual =
  /セックス|性交|性行為|性的(?!マイノリティ|少数|指向|な?被害|虐待|同意)|エッチ|えっち|フェラ|オナニー|自慰|射精|ペニス|陰部|性器|乳首|愛撫|喘ぎ|中出し|ヌード|ポルノ|裸(?:の|を)?(?:写真|画像|動画|絵|姿)|エロ|欲情|いやらし|ハメ撮り|抱きたい|犯したい|パパ活|援助交際|援交|春を売|\b(?:sex|nude|porn|naked)/iu;
/** Words that are sexual with what is wanted of them. */
const intimate =
  /裸(?!足|眼|電球|一貫|馬|祭)|下着|パンツ|パンチラ|スカートの中|着替え|水着|胸を|おっぱい|お尻|ホテル(?:に|で)|制服|(?:に|で)興奮(?:する|した|できる|しま)(?:人|仲間|男|自分|方|の|$|。)|ロリ(?!ー)|ショタ(?!コン)/u;
const wanted =
  /見たい|好き|フェチ|盗撮|のぞ[いくき]|覗|聞きたい|触[りっ]たい|さわ[りっ]た|(?:に|で)興奮|誘い方|行く方法|欲し|仲間|募集|希望|まとめ|描[いか]/u;
/** What is shown or handed on. */
const media = /画像|写真|動画|絵|話|声|映像|イラスト|漫画/u;
const handedOn = /売|買[いう]ます|集め|あつめ|交換|見せ|送|描|撮|ください|配|まとめ|楽し|欲し/u;
/** News, schools, doctors and those to whom it was done name what they speak against. */
const protective =
  /防止|防ぐ|予防|守る|守り|保護|被害|逮捕|容疑|起訴|判決|禁止|禁じ|禁ずる|相談|通報|条例|法律|法案|教育|啓発|支援|保健|取り締ま|なくす|なくそう|許さない|許すな|(?:され|られ|れ)(?:た|て|る|そう|かけ)|にあ(?:い|っ|う)|に遭/u;

/** Whether a text in NFKC is sexual and about somebody under 18. */
export function sexualizesMinor(text: string): boolean {
  if (!minor.test(text) || protective.test(text.replace(/盗撮され?た?|撮られた/gu, ""))) return false;
  return (
    sexual.test(text) ||
    (intimate.test(text) && (wanted.test(text) || (media.test(text) && handedOn.test(text))))
  );
}

const weapon =
  /毒(?!舌|づ|きのこ|キノコ|蛇|親)の|睡眠薬の|爆弾(?!低気圧)|爆発物|火炎瓶|手榴弾|拳銃|銃|銃器|密造銃|爆薬|火薬|毒ガス|サリン|青酸|毒薬|毒物|劇薬|覚醒剤|覚せい剤|コカイン|ヘロイン|大麻|違法薬物|炭疽菌|硫化水素/u;
const making =
  /(?:作り|つくり|作る|作成|製造|合成|調合|組み立て|組立|仕掛け|栽培|密造|入手|手に入れ|買い|使い)(?:る|の|する)?(?:方|かた|方法|手順|やり方|コツ|仕方|レシピ)|(?:毒|爆弾|銃|覚せい剤|覚醒剤|睡眠薬)の[ぁ-ん\p{Script=Han}]{1,4}方|(?:作|つく|組み立て)(?:る|り)(?:方法|手順|方)|レシピ/u;
const way = "(?:方法|やり方|やりかた|手順|コツ|仕方|しかた|手口|裏技|テクニック|薬|量|毒)";
const living =
  "(?:人|相手|妻|夫|彼女|彼氏|上司|同僚|親|家族|子ども|子供|赤ちゃん|犬|猫|子犬|子猫|動物|ハト|鳩|あいつ|隣人|老人|女性|男性|女|男|女の子|店員|警官|先生|友だち)";
const hurting = new RegExp(
  `${living}(?:を|の|に)[^。！？\\n]{0,16}(?:窒息|溺れさせ|殺す|殺し|毒殺|絞め殺|刺し|刺す|痛めつけ|苦しめ|苦しませ|弱らせ|傷つけ|眠らせ|襲う|気絶|毒を盛|中毒|始末|病気にさせ|消す|監禁|誘拐|さらう|薬を飲ませ|襲う)[^。！？\\n]{0,10}${way}|${living}(?:を|の|に)[^。！？\\n]{0,12}(?:殺し方|殺しかた|苦しめ方|痛めつけ方|襲い方|毒の盛り方|始末の仕方)`,
  "u",
);
const covering =
  /(?:死体|遺体)の(?:処理|隠し|始末|捨て)(?:方|場所|の仕方)|完全犯罪の(?:やり方|方法|手順)|(?:放火|誘拐|毒殺|暗殺|通り魔|ストーキング)の(?:方法|やり方|手順|コツ|仕方)/u;
const selfHarm = new RegExp(
  `手首を[^。！？\\n]{0,6}切る(?:方法|やり方|コツ)|(?:自殺|首吊り|首つり|リストカット|練炭|自害|服毒|オーバードーズ)[^。！？\\n]{0,6}(?:${way}|には)|(?:楽に|苦しまず(?:に)?|確実に|きれいに|痛くなく|眠るように)(?:死ね|死に|死ぬ|逝け|逝く|逝き|いける薬)(?!たい)[^。！？\\n]{0,10}(?:${way}|教え|紹介)|死に方を教え`,
  "u",
);
/** Who helps, warns or tells names the subject. */
const helping =
  /防止|防ぐ|予防|相談|ひとりで悩|一人で悩|窓口|禁止|犯罪|違法で|違法な(?!薬物の)|逮捕|事件|容疑|歴史|戦時|資料館|博物館|法律|取り締ま|見つけたら|処理|撤去|通報|守る|守り|危険を|備え|おもちゃ|紙で|水鉄砲|輪ゴム|料理|おにぎり|ゲーム|小説|映画|物語|ミステリー|だまされ/u;

/** Whether a text in NFKC teaches how to hurt people, animals or oneself. */
export function teachesViolence(text: string): boolean {
  if (helping.test(text)) return false;
  return (
    (weapon.test(text) && making.test(text)) ||
    hurting.test(text) ||
    selfHarm.test(text) ||
    covering.test(text)
  );
}
