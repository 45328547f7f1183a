/**
 * A script as text and turns. Stored as one string: turns start with `A: ` or `B: `, a blank line begins a paragraph, `# Title`
 * a section. Page and jobs read it here: no imports, so that it runs in the browser.
 */

/** Text and the hosts' additions, in characters (`countCharacters`). */
export const maxScriptLength = 6000;

export type Speaker = "A" | "B";

/** What listeners see; by default A or B. */
export interface SpeakerNames {
  A?: string | undefined;
  B?: string | undefined;
}

export interface Turn {
  speaker: Speaker;
  /** Trimmed, not empty; may have line breaks. */
  text: string;
  beginsParagraph?: true;
  /** Begins here: one line, not empty, not spoken. */
  section?: string;
}

/** `A:`, `Ａ：` and mixed widths; else null. */
function speakerOf(line: string): Speaker | null {
  const mark = line.charAt(1);
  if (mark !== ":" && mark !== "：") return null;
  const letter = line.charAt(0);
  if (letter === "A" || letter === "Ａ") return "A";
  if (letter === "B" || letter === "Ｂ") return "B";
  return null;
}

/**
 * Parses a script into turns. A line without a mark continues the turn; text before any mark is A's. Drops turns without words.
 * Blank lines between all turns are layout. Never throws; may be empty.
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
    if (section !== undefined) opening.section = [...section].slice(0, maxSectionLength).join("");
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

/** The speakers of a script, A first. */
export function speakersIn(script: string): Speaker[] {
  return [...new Set(parseScript(script).map(({ speaker }) => speaker))].sort();
}

/**
 * The inverse of `parseScript`, if texts are trimmed, have no blank lines, speaker marks or `# `, and some turn begins no
 * paragraph.
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

/** Search engines and previews cut longer ones. */
const maxDescriptionLength = 120;
const sentenceEnd = /[。！？!?]/u;

/** The beginning of a script on one line, without speaker marks. */
export const describeScript = (script: string, maxLength = maxDescriptionLength): string =>
  describeText(
    parseScript(script)
      .map((turn) => turn.text)
      .join(""),
    maxLength,
  );

/** Shortens a text to one line, which ends with a whole sentence unless that leaves less than half. */
export function describeText(text: string, maxLength = maxDescriptionLength): string {
  const characters = Array.from(text.replace(/\s+/gu, " ").trim());
  if (characters.length <= maxLength) return characters.join("");
  const start = characters.slice(0, maxLength);
  const end = start.findLastIndex((character) => sentenceEnd.test(character));
  if (end >= maxLength / 2) return start.slice(0, end + 1).join("");
  return `${start.slice(0, -1).join("")}…`;
}
