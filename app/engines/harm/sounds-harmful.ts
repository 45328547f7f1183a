import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { deeds } from "./accusation-words.ts";
import { sexualizesMinor, teachesViolence } from "./judge-instructions.ts";
import { bareDeath, needless } from "./judge-threat.ts";
import { hasSlur } from "./slurs.ts";

const insult =
  /(?:お前|おまえ|てめえ|貴様|あいつ)[^。！？\n]{0,14}(?:死ね|殺す|消えろ|クズ|ゴミ|生きる価値)|(?:人|者|女|男|在日|難民|移民|ゲイ)(?:は|が|なんて|ども)[^。！？\n]{0,20}(?:害虫|ゴミ|クズ|寄生虫|追い出せ|出て行け|出ていけ|生きる価値|駆除)/u;
const accusation = new RegExp(
  `(?:さん|氏|くん|ちゃん|君|先生|[部課社店校市町村]長|議員|知事|\\p{Script=Han}{2})(?:は|が|って)[^。！？\\n]{0,40}(?:${deeds}|盗んだ|盗んで|殺した)`,
  "u",
);
const isToldOf = /逮捕|容疑|被告|判決|防止|相談|被害|事件|ない/u;

/**
 * Judges by words alone, for the hosts' tone: they neither greet nor nod. It knows no syntax, unlike `findHarm`, and needs no
 * thread.
 */
export function soundsHarmful(text: string): boolean {
  return normalizeUnicode(text, "NFKC")
    .split(/(?<=[。！!？?\n])/u)
    .some(
      (sentence) =>
        sexualizesMinor(sentence) ||
        hasSlur(sentence) ||
        teachesViolence(sentence) ||
        bareDeath.test(sentence) ||
        needless.test(sentence) ||
        insult.test(sentence) ||
        (accusation.test(sentence) && !isToldOf.test(sentence)),
    );
}
