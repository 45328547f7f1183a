import { longestWord, meaningOf } from "./synonyms.ts";

type Kind = "kanji" | "katakana" | "latin" | "other";

function kindOf(character: string): Kind {
  if (/[\p{Script=Han}々]/u.test(character)) return "kanji";
  if (/[\p{Script=Katakana}ー]/u.test(character)) return "katakana";
  if (/[\p{Script=Latin}\p{Nd}]/u.test(character)) return "latin";
  return "other";
}

/**
 * What a Japanese text is about, for comparing texts: known words as the names of their groups (`synonyms.ts`), and of
 * the rest runs of katakana, letters or digits as they are and kanji in pairs. Hiragana that no known word holds is
 * grammar and left out, a single figure says nothing. A term that comes twice is given twice.
 */
export function searchTerms(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const terms: string[] = [];
  let run = "";
  let kind: Kind = "other";
  const endRun = () => {
    terms.push(...termsOfRun(run, kind));
    run = "";
  };
  for (let at = 0; at < folded.length; ) {
    const word = knownWordAt(folded, at);
    if (word !== null) {
      endRun();
      const meaning = meaningOf(word);
      if (meaning) terms.push(meaning);
      at += word.length;
      continue;
    }
    const character = String.fromCodePoint(folded.codePointAt(at) ?? 0);
    const next = kindOf(character);
    if (next !== kind) endRun();
    kind = next;
    run += character;
    at += character.length;
  }
  endRun();
  return terms;
}

/** The longest known word that begins here. One in letters or digits ends where they end. */
function knownWordAt(text: string, at: number): string | null {
  for (let length = Math.min(longestWord, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length);
    if (meaningOf(word) === undefined) continue;
    if (!cutsRun(text, at) && !cutsRun(text, at + length)) return word;
  }
  return null;
}

/** Whether a word of letters or digits goes on across this place. */
function cutsRun(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text.charAt(at - 1)) && /[a-z0-9]/.test(text.charAt(at));
}

function termsOfRun(run: string, kind: Kind): string[] {
  if (run === "" || kind === "other") return [];
  if (/^\d$/.test(run)) return [];
  if (kind !== "kanji") return [run];
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
