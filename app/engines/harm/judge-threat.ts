import type { Phrase } from "#app/engines/words/clauses.ts";
import { namesPerson } from "./names.ts";
import { type Sentence, tailSays } from "./sentence.ts";

const secondPerson =
  /^(?:お前|おまえ|オマエ|てめえ|てめぇ|テメー|テメェ|てめー|貴様|きさま|あんた|あいつ|アイツ|こいつ|コイツ|そいつ|やつ|奴|あの女|あの男|この女|この男|野郎|クソガキ)(?:ら|ども|たち|達)?(?:みたい|のよう)?$/u;
const people =
  /^(?:みんな|全員|連中|家族|一家|子ども|子供|こども|娘|息子|嫁|妻|夫|親|両親|母親|父親|弟|妹|兄|姉|祖母|祖父|孫|赤ん坊|赤ちゃん|ペット|彼女|彼氏|教師|先生|担任|校長|教頭|監督|会長|院長|医者|弁護士|生徒|児童|園児|店員|店長|社員|社長|部長|課長|客|上司|同僚|通行人|職員|警官|議員|市長|町長|知事|首相|大統領|大臣|女|男|人|人間|乗客|住民|隣人|クラス|同級生|女性|男性|老人|外国人|犬|猫)(?:ら|ども|たち|達|全員)?$/u;
const creature =
  /虫|菌|蚊|蠅|ハエ|ゴキブリ|ウイルス|ねずみ|ネズミ|ダニ|カビ|雑草|害獣|魔王|ゾンビ|敵|ボス|キャラ|鬼|怪物|感情|自分|弱気|気持ち|癌|がん細胞|細胞/u;

const isTarget = (phrase: Phrase): boolean =>
  !creature.test(phrase.text) &&
  (secondPerson.test(phrase.text) || people.test(phrase.text) || namesPerson(phrase));
const isPlaceToHurt =
  /(?:家|店|塾|学校|小学校|中学校|高校|大学|駅|会社|事務所|役所|市役所|役場|病院|寺|神社|教会|教室|校舎|電車|会場|庁舎|本社|部屋|車|体育館|図書館|警察署|交番|空港|ホール|園|宅|マンション|アパート|ビル|窓|玄関|ち|んち)$/u;

const violent =
  /^(?:殺す|ころす|ぶっ殺す|ぶっころす|ぶち殺す|ブッ殺す|ぶっ飛ばす|ぶっとばす|刺す|刺し殺す|殴る|なぐる|ぶん殴る|殴り殺す|蹴る|蹴り殺す|襲う|襲撃|撃つ|撃ち殺す|銃撃|狙撃|打ち殺す|締める|絞める|しめる|締め上げる|絞め殺す|折る|へし折る|へしおる|潰す|つぶす|叩き潰す|叩きのめす|燃やす|焼く|焼き殺す|皆殺し|さらう|拉致|誘拐|監禁|切る|切りつける|切り刻む|切り落とす|刻む|轢く|ひく|轢き殺す|ひき殺す|血祭り|八つ裂き|埋める|沈める|始末|抹殺|殲滅|処刑|毒殺|射殺|犯す|レイプ|ボコボコ|ボコる|半殺し|ズタズタ|めちゃくちゃ|突き落とす|引き裂く|八つ当たり|仕留める|消す|葬る|呪い殺す)$/u;
/** Harmless with other objects. */
const ambiguous =
  /^(?:切る|折る|焼く|埋める|沈める|締める|しめる|絞める|潰す|つぶす|殴る|なぐる|蹴る|刻む|襲う|犯す|始末|ひく|消す|撃つ|燃やす|さらう|仕留める|葬る|めちゃくちゃ|突き落とす|叩きのめす|ぶっ飛ばす|ぶっとばす)$/u;
const ruins =
  /^(?:爆破|爆撃|襲撃|燃やす|焼く|焼き払う|焼き討ち|放火|乱射|銃撃|立てこもる|占拠|破壊|壊す|ぶっ壊す|吹き飛ばす|ふっとばす|皆殺し|血の海|火の海)$/u;
const destroys =
  /^(?:つける|付ける|放つ|はなつ|仕掛ける|しかける|設置|置く|送りつける|送る|爆破|放火|突っ込む|突っこむ|まく|撒く|ばらまく|投げる|投げ込む|投げこむ|流す|入れる|混ぜる|持つ|持っていく|かける|浴びせる|ぶちまける|乱射|ぶっぱなす|振り回す|向ける)$/u;
const weapon =
  /(?:^火|爆弾|爆発物|ガソリン|灯油|毒|毒ガス|硫化水素|ガス|薬剤|サリン|トラック|ダンプ|硫酸|塩酸|薬品|火炎瓶|ナイフ|包丁|刃物|銃|拳銃|熱湯|石|卵|レンガ)$/u;
const bodyPart =
  /^(?:指|腕|足|脚|手|首|喉|のど|腹|顔|目|頭|歯|骨|背中|アバラ|鼻|耳|舌|息の根|手足|心臓|髪)$/u;
const warning =
  /(?:赤ん坊|子ども|子供|家族|娘|息子|妻|嫁|親)が?どうなるか(?:わかって|分かって)|(?:役所|店|学校|会社|家|駅|会場)に(?:車|トラック|ダンプ)で突っ込(?:んで(?:やる|やろ)|む(?:ぞ|から))|(?:殺され|殴られ|刺され|ひどい目に(?:あい|遭い)|死に|痛い目に(?:あい|遭い))たく(?:な(?:かったら|ければ|いなら|きゃ)|ねえなら)|(?:別れ|遺書|遺言|祈り)を?(?:言って|書いて|済ませて)お[けい]|(?:生きたまま|コンクリート|東京湾|海|山)に?(?:で)?(?:埋め|沈め)て(?:やる|やろ)|毒を(?:食わせ|飲ませ|盛っ)て(?:やる|やろ)|(?:お前|おまえ|てめえ|貴様|あいつ)(?:の|が|も)?(?:最後|最期|終わり|命日)(?:だ|に)|(?:お前|あいつ|てめえ)の番だ|(?:事故|ケガ|けが|痛い思い)(?:ら)?(?:を)?(?:させ|せ)て(?:やる|やろ)|痛い目[にを](?:遭|あ|見)[わせせ]|地獄を見(?:せ|る)|血を見る(?:こと|ぞ)|後悔させてやる|生き地獄|息の根を止め|ぶち込んでやる|(?:一生|必ず|絶対)(?:に)?(?:許さない|後悔させる|復讐する)(?:からな|ぞ)|(?:復讐|仕返し)(?:して|に)(?:やる|行く)|夜道(?:に|には|で|は)?(?:気を?つけ|きをつけ)|(?:無事|ぶじ|ただ)(?:で|に)(?:は)?(?:帰れ|済[まみむ]|すま|いられ|出られ)[^。]{0,6}(?:ない|と思う|ねえ)|ただじゃ(?:お|済|す)|どうなって(?:も|る)(?:知ら|しら)ない|命(?:は|が)ない(?:と|ぞ|もの)|生きて(?:帰|返)(?:れ|さ|せ)(?:る|ない)(?:と思うな|ぞ)?|首を洗って待|月夜の晩ばかり|覚悟しておけ|明日の(?:朝日|太陽)は/u;
const warned =
  /お前|おまえ|てめ|貴様|あんた|きさま|思うな|ぞ|払え|出せ|よこせ|持ってこい|言うとおりに|からな|てやる|でやる|わかってるな|分かってるな|わかっているな|ておけ|警察に言|ばらし|知っている/u;

/** Announced, promised or wished, by the writer. */
export function threatens(sentence: Sentence): boolean {
  const { phrases, clauses, text } = sentence;
  if (sentence.isFiction || sentence.isReported || sentence.isQuoted) return false;
  if (warning.test(text) && !/ください(?:ね)?[。！]?$|ましょう/u.test(text)) {
    if (/夜道/u.test(text))
      return /つけ(?:ろ|な|とけ|ておけ)|$/u.test(text) && !/暗|街灯|危な|不審/u.test(text);
    return (
      warned.test(text) ||
      /無事[^。]{0,8}と思う/u.test(text) ||
      !clauses.some(({ subject }) => subject !== null)
    );
  }
  return clauses.some((clause) => {
    const { predicate, nouns, at, head } = clause;
    const { base, tail } = predicate;
    const next = phrases[at + 1];
    const isPurpose =
      /^に$/u.test(tail) && next !== undefined && /^(?:行く|いく|来る|向かう)$/u.test(next.base);
    const said = isPurpose ? next : predicate;
    if (
      tailSays.isDenied(said.tail) ||
      tailSays.isSupposed(said.tail.replace(/から|なら$/u, "")) ||
      (tailSays.isAsked(said.tail) && !/(?:て|で)(?:やろう|あげよう)か/u.test(said.tail))
    )
      return false;
    if (/^(?:れ|られ|され|てい|でい|てる|でる|ている|た(?!い|る)|だ|てしまっ|させら)/u.test(said.tail)) {
      const hasPlanted =
        /^(?:仕掛ける|しかける|置く|設置)$/u.test(base) &&
        /^(?:まし|て|で)?(?:た|てきた|ある|おいた)/u.test(said.tail);
      const isPromise = /^(?:て|で)(?:やる|やろ|やり)/u.test(said.tail);
      if (!hasPlanted && !isPromise) return false;
    }
    const promises =
      /(?:て|で)(?:や(?:る|り|ろ)|あげ)|たる|ちゃる|ぞ|ぜ|つもり|予定|よう(?:か|ぜ|と思)?|たい|決め|から/u.test(
        said.tail + sentence.textAfter(at + (isPurpose ? 1 : 0)).slice(0, 8),
      ) ||
      isPurpose ||
      (/(?:て|で)$/u.test(said.tail) &&
        /(?:つもり|予定|(?:て|で)やる|ます|ぞ)(?:だ|です|よ|から|からな)?[。！!]?$/u.test(text));
    const isPlain = /^(?:する|します|し|ます)?(?:よ|ね)?$/u.test(said.tail) && /基本形|\*/u.test(said.form);
    // 殺す前に, 殺すまで.
    const isBefore =
      (head !== null && /^(?:前|まえ|日|予定|つもり|準備|計画|決意|とき|時|まで)$/u.test(head.text)) ||
      /^まで/u.test(said.tail);
    if (head !== null && !isBefore) return false;
    const around = [...nouns.map(({ phrase }) => phrase)];
    const target = around.find(
      (phrase) => /^(?:を|に|も|は|全員|の)?/u.test(phrase.tail) && isTarget(phrase),
    );
    const vocative = phrases[0]?.hasComma === true && isTarget(phrases[0]) && phrases[0].tail === "";
    const owner = phrases
      .slice(0, at)
      .some((phrase) => isTarget(phrase) && /^の/u.test(phrase.tail) && secondPerson.test(phrase.text));
    const isByOther =
      clause.subject !== null &&
      /^(?:が|は)/u.test(clause.subject.tail) &&
      !/^(?:俺|おれ|僕|ぼく|私|わたし|オレ|必ず|明日|今日|来週|次|今夜)/u.test(clause.subject.text) &&
      !secondPerson.test(clause.subject.text) &&
      clause.subject !== target;
    if (isByOther) return false;
    if (
      /ボコボコ|皆殺し|血祭り|八つ裂き|半殺し|ズタズタ/u.test(text) &&
      /^(?:する|ボコボコ|皆殺し|血祭り|八つ裂き|半殺し|ズタズタ)$/u.test(base)
    )
      return ((promises || isPlain) && around.some(isTarget)) || promises;
    const isDirect =
      target !== undefined &&
      (secondPerson.test(target.text) ||
        namesPerson(target) ||
        /全員|ども|たち|ら$/u.test(target.text) ||
        /^(?:を|も|だけは)/u.test(target.tail));
    const objects = around.filter((phrase) => /^(?:を|も|全員|だけは)/u.test(phrase.tail));
    const isHarmless =
      (!owner && objects.some((phrase) => creature.test(phrase.text))) ||
      (objects.length > 0 &&
        !objects.some(
          (phrase) =>
            isTarget(phrase) ||
            bodyPart.test(phrase.text) ||
            isPlaceToHurt.test(phrase.text) ||
            weapon.test(phrase.text),
        ));
    if (isHarmless) return false;
    if (violent.test(base)) {
      if (objects.some((phrase) => bodyPart.test(phrase.text)) && !/^(?:洗う|焼く|撮る)$/u.test(base))
        return (
          promises &&
          (owner || target !== undefined || vocative || /^(?:て|で)(?:や|あげ)|ぞ/u.test(said.tail)) &&
          !sentence.isPersonal
        );
      if (ambiguous.test(base))
        return (
          ((isDirect &&
            (secondPerson.test(target.text) ||
              namesPerson(target) ||
              /^(?:さらう|襲う|犯す|撃つ)$/u.test(base))) ||
            owner ||
            vocative) &&
          (promises || (isPlain && !/^(?:さらう|襲う|撃つ)$/u.test(base)))
        );
      if (isDirect) return promises || isPlain || isBefore;
      return (
        ((owner || vocative) && promises) ||
        /^(?:ぶっ殺す|ぶっころす|ぶち殺す|ブッ殺す)$/u.test(base) ||
        (/^(?:殺す|刺す)$/u.test(base) &&
          /^(?:て|で)(?:や|あげ)|^ぞ|^たる/u.test(said.tail) &&
          objects.length === 0)
      );
    }
    const before = phrases.slice(0, at);
    if (
      ruins.test(base) &&
      before.some((phrase) => isPlaceToHurt.test(phrase.text) && /^(?:を|に|で|へ)/u.test(phrase.tail))
    )
      return promises || isPlain;
    if (
      destroys.test(base) &&
      before.some((phrase) => /^(?:を|で|も)/u.test(phrase.tail) && weapon.test(phrase.text))
    ) {
      const place = before.some(
        (phrase) => isPlaceToHurt.test(phrase.text) && /^(?:に|へ|で|の|を)/u.test(phrase.tail),
      );
      const isAtSomebody = before.some((phrase) => isTarget(phrase) && /^(?:に|の|へ)/u.test(phrase.tail));
      return (
        (place || isAtSomebody) && (promises || isPlain || /^(?:仕掛ける|しかける|設置|置く)$/u.test(base))
      );
    }
    return false;
  });
}

/** That somebody should not exist. */
export const needless =
  /(?:生|産|う)まれて(?:き|こ|く)[^。]{0,8}(?:間違い|なければ|なきゃ|べき(?:では|じゃ)|な$|なよ)|酸素の無駄|空気の無駄|存在(?:自体|そのもの)?(?:が|は)(?:迷惑|罪|害|公害|無駄|恥)|生きて(?:い|る)?(?:て|るの|ること|る)(?:も|が|は|だけで)?(?:恥|迷惑|無駄|罪)|息を?する(?:な|だけで)|呼吸(?:を)?する(?:な|だけで)|生きるな|地獄(?:に|へ)(?:落|堕|行)/u;

const deadly =
  /^(?:死ぬ|しぬ|くたばる|自殺|消える|いなくなる|首を?つる|つる|吊る|飛び降りる|失せる|うせる|事故る|滅びる|飛びこむ|飛び込む|消え失せる|落ちる|逝く|行く|いく|呪う|苦しむ|地獄)$/u;
const low =
  /(?:クズ|くず|ゴミ|ごみ|カス|かす|虫けら|害虫|ゴキブリ|寄生虫|ウジ虫|人間以下|失敗作|出来損ない|できそこない|ブス|豚|ブタ|粗大ゴミ|無価値|役立たず|ゲス|下衆|クソ|くそ|恥さらし|腐れ外道|馬鹿|バカ|ドブス|デブ|低能|無能)(?:野郎|人間|女|男|以下|同然)?$/u;
export const bareDeath =
  /(?:^|[、。！!？?\s「『])(?:早く|さっさと|いますぐ|今すぐ|とっとと|頼むから|お前ら?|全員|みんな|マジで|一回)?(?:[タ夕][ヒヒ匕]ね|ﾀﾋね|氏ね|死ね|しね|シネ|市ね|4ね|タヒれ|逝ってよし)(?:[よやばかすゴカクー、。！!w笑]|\s|$|\p{Script=Han})|(?:\p{Script=Han}|[ァ-ヶー]|さん|くん|ちゃん|ら|お前|まえ|[はもがもて])(?:[タ夕][ヒヒ匕]ね|ﾀﾋね|氏ね|死ね|シネ)(?:[よや、。！!]|\s|$)|\bkill yourself\b|\bkys\b/iu;

/** Wishes somebody dead or gone, or calls them less than human. */
export function abuses(sentence: Sentence): boolean {
  const { phrases, clauses, text } = sentence;
  if (sentence.isQuoted || /死ねば(?!いい|良い|よい|よかっ|いいの)/u.test(text)) return false;
  if (sentence.isFiction) return false;
  const isCalled = phrases.some((phrase) => isTarget(phrase));
  if (
    needless.test(text) &&
    phrases.some((phrase) => secondPerson.test(phrase.text) || namesPerson(phrase)) &&
    !sentence.isPersonal
  )
    return true;
  if (bareDeath.test(text) && !phrases.some(({ text: word }) => creature.test(word))) return true;
  return clauses.some((clause) => {
    const { predicate, nouns, at, head, subject } = clause;
    const { base, tail } = predicate;
    const after = sentence.textAfter(at);
    const addressed = (phrases.at(-1)?.isNoun ? phrases : phrases.slice(0, at)).some(
      (phrase) =>
        secondPerson.test(phrase.text) ||
        namesPerson(phrase) ||
        /^(?:連中|全員|みんな|クラス|(?:クソ)?(?:ババア|ジジイ|ガキ|親父)|女|男|親|上司|先生|店員|老人|夫|旦那|嫁|姑|義母|社長|部長|課長|担任|隣人|同僚|議員|総理|首相)(?:ら|ども|たち)?$/u.test(
          phrase.text,
        ),
    );
    if (
      predicate.isNoun &&
      low.test(predicate.text) &&
      !tailSays.isDenied(tail) &&
      !tailSays.isAsked(tail) &&
      !/^(?:を|に|で|が)/u.test(tail)
    )
      return (
        phrases
          .slice(0, at)
          .some(
            (phrase) =>
              secondPerson.test(phrase.text) &&
              /^(?:は|って|なんて|なんか|も|みたい|ら|のような|こそ|$)/u.test(phrase.tail),
          ) &&
        /ゴミ|ごみ|クズ|くず|カス|虫|ゴキブリ|人間以下|失敗作|出来損ない|できそこない|無価値|腐れ|豚|ブタ/u.test(
          predicate.text,
        )
      );
    if (
      /^(?:ない|無い|なし)$/u.test(base) &&
      nouns.some(({ phrase }) => /^(?:価値|存在価値|生きる価値|資格|意味)$/u.test(phrase.text))
    )
      return addressed && /生き|存在|いる/u.test(text) && !sentence.isPersonal;
    if (/^(?:生まれる|産まれる|うまれる)$/u.test(base))
      return addressed && /てこな(?:けれ|きゃ)/u.test(tail) && /よか|良か/u.test(tail + after);
    if (!deadly.test(base)) return false;
    if (/^(?:つる|吊る)$/u.test(base) && !/首/u.test(text)) return false;
    if (
      /^(?:落ちる|苦しむ|飛びこむ|飛び込む|呪う)$/u.test(base) &&
      !/地獄|あの世|線路|電車に|崖から|屋上|一生苦|呪われ/u.test(text)
    )
      return false;
    if (
      /^いなくなる$|^なる$/u.test(base) &&
      !/この世|消え|死/u.test(text) &&
      !/くれ|ほしい|欲しい|ばいい|たらいい/u.test(tail)
    )
      return false;
    if (tailSays.isDenied(tail)) return false;
    if (
      nouns.some(({ phrase }) => creature.test(phrase.text)) ||
      (subject &&
        /^(?:私|わたし|僕|ぼく|俺|おれ|自分|父|母|痛み|悩み|不安|音|字|火|傷|しみ|汚れ|雪|虹|戦争|差別|いじめ|ファイル|画面|データ|病気|コロナ|原爆|蚊)/u.test(
          subject.text,
        ))
    )
      return false;
    const wish = tailSays.isOrder(predicate) || (/命令/u.test(predicate.form) && !/ください/u.test(tail));
    const hope =
      /て(?:くれ|ほしい|欲しい|もらいたい|くれない|くれたら|くれれば|よ$)|で(?:くれ|ほしい|欲しい|もらいたい|くれたら|くれれば|しまえ)|なければいい|ないかな|ば(?:いい|よ[いか]|良)|たら(?:いい|どう)|だら(?:いい|どう)|だ?ほうが|だ?方が|べき|ちまえ|じまえ|ろ$/u.test(
        tail + after,
      );
    const isSelf = sentence.isPersonal && !addressed;
    if (isSelf || (head !== null && !/^(?:ほう|方)$/u.test(head.text))) return false;
    if (wish && /^(?:ね|よ|や|ろ|れ|え)?$/u.test(tail.slice(-1)))
      return addressed || isCalled || /^(?:死ぬ|しぬ|くたばる|自殺)$/u.test(base);
    return hope && (addressed || isCalled);
  });
}
