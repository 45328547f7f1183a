import { parseScript } from "../creation/script-turns.ts";

/** Of a description, in characters; search engines and previews cut longer ones. */
const usual = 120;
/** Where a sentence ends well. */
const ends = /[。！？!?]/u;

/** The first words of a script without its speakers' marks, for previews: at most `longest` characters in one line. */
export function describeScript(script: string, longest = usual): string {
  const words = parseScript(script)
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
  const characters = Array.from(words);
  if (characters.length <= longest) return words;
  const start = characters.slice(0, longest);
  const end = start.findLastIndex((character) => ends.test(character));
  // A whole sentence, unless that leaves too little.
  if (end >= longest / 2) return start.slice(0, end + 1).join("");
  return `${start.slice(0, -1).join("")}…`;
}
