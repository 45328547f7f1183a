/**
 * The script for two voices as text and as turns.
 *
 * The stored form is one string: every turn starts a line with `A: ` or `B: `. A blank line ahead of a turn begins a
 * paragraph, a line `# Title` a section. Both the page (chat bubbles) and the jobs (one voice per turn) read it through
 * this file, so it stays free of imports and runs in the browser.
 */

/** A script is the source text and what the hosts add; in characters as `countCharacters` counts them. */
export const maxScriptLength = 6000;

export type Speaker = "A" | "B";

/** Names of the speakers as listeners see them; a missing one is shown as A or B. */
export interface SpeakerNames {
  A?: string | undefined;
  B?: string | undefined;
}

export interface Turn {
  speaker: Speaker;
  /** Never empty, trimmed; may hold line breaks when a turn goes on over several lines. */
  text: string;
  /** Whether a paragraph begins with it. */
  beginsParagraph?: true;
  /** The title of the section that begins with it: never empty, one line, not spoken. */
  section?: string;
}

/**
 * Reads a speaker mark at the start of a trimmed line: `A:`, `Ａ：`, and mixes of the two widths.
 * Returns null for a line without one.
 */
function speakerOf(line: string): Speaker | null {
  const mark = line.charAt(1);
  if (mark !== ":" && mark !== "：") return null;
  const letter = line.charAt(0);
  if (letter === "A" || letter === "Ａ") return "A";
  if (letter === "B" || letter === "Ｂ") return "B";
  return null;
}

/**
 * Parses a script into its turns, in order.
 *
 * A line without a speaker continues the turn before it; text ahead of the first mark, or text with
 * no mark at all, is one turn of A. Turns without words are dropped. Where blank lines separate all turns they are
 * layout and begin no paragraphs. Never throws; an empty script gives an empty list.
 */
export function parseScript(script: string): Turn[] {
  const turns: Turn[] = [];
  let speaker: Speaker = "A";
  let lines: string[] = [];
  let isAfterGap = false;
  let opening: Pick<Turn, "beginsParagraph" | "section"> = {};

  const close = (): void => {
    if (lines.length === 0) return;
    turns.push({ speaker, text: lines.join("\n"), ...opening });
    lines = [];
    opening = {};
  };

  for (const raw of script.split(/\r\n|\r|\n/u)) {
    const line = raw.trim();
    if (line === "") {
      isAfterGap = true;
      continue;
    }
    const section = /^[#＃]\s+(\S.*)$/u.exec(line)?.[1];
    const marked = speakerOf(line);
    if (section !== undefined || marked !== null) close();
    if (isAfterGap && lines.length === 0 && turns.length > 0) opening.beginsParagraph = true;
    isAfterGap = false;
    if (section !== undefined) opening.section = section.slice(0, maxSectionLength);
    else if (marked === null) lines.push(line);
    else {
      speaker = marked;
      const words = line.slice(2).trim();
      if (words !== "") lines.push(words);
    }
  }
  close();
  if (turns.slice(1).every((turn) => turn.beginsParagraph))
    for (const turn of turns) delete turn.beginsParagraph;
  return turns;
}

const maxSectionLength = 100;

/** Those who speak in a script, A first. */
export function speakersIn(script: string): Speaker[] {
  return [...new Set(parseScript(script).map(({ speaker }) => speaker))].sort();
}

/**
 * Writes turns as a script, one `A: …` / `B: …` line per turn, ahead of it a blank line where a paragraph begins, and the
 * title of its section.
 *
 * `parseScript(formatScript(turns))` gives the same turns back as long as each text is trimmed, has no
 * blank lines and no line that itself starts with a speaker mark or `# `, and some turn begins no paragraph.
 */
export function formatScript(turns: readonly Turn[]): string {
  return turns
    .flatMap(({ speaker, text, beginsParagraph, section }) => [
      ...(beginsParagraph ? [""] : []),
      ...(section === undefined ? [] : [`# ${section}`]),
      `${speaker}: ${text}`,
    ])
    .join("\n");
}

/** Characters of a description; search engines and previews cut longer ones. */
const maxDescriptionLength = 120;
const sentenceEnd = /[。！？!?]/u;

/** The beginning of a script without speaker marks, in one line of at most `maxLength` characters, for previews. */
export function describeScript(script: string, maxLength = maxDescriptionLength): string {
  const text = parseScript(script)
    .map((turn) => turn.text)
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  const start = characters.slice(0, maxLength);
  const end = start.findLastIndex((character) => sentenceEnd.test(character));
  // Ends with a whole sentence, unless that leaves less than half.
  if (end >= maxLength / 2) return start.slice(0, end + 1).join("");
  return `${start.slice(0, -1).join("")}…`;
}
