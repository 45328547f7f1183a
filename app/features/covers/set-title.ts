import { breakableParts, charactersOf } from "./breakable-parts.ts";

/** Font sizes in pixels and how many lines of each there is room for, from the largest to the smallest. */
export interface TitleRoom {
  larger: readonly { size: number; lines: number }[];
  smallest: { size: number; lines: number };
}

const besideFigure: TitleRoom = {
  larger: [
    { size: 72, lines: 3 },
    { size: 64, lines: 4 },
    { size: 56, lines: 5 },
    { size: 48, lines: 6 },
    { size: 40, lines: 7 },
  ],
  smallest: { size: 36, lines: 8 },
};

const alphabetic = /^\p{Script=Latin}/u;

export interface SetTitle {
  size: number;
  lines: string[];
}

/**
 * Sets a title into a column of `width` pixels: as large as it fits, in lines of about the same length. A title that
 * fits at no size is broken between any two characters, and ends in 「…」 if even so it does not. `measure`: the
 * width of a text at size 1.
 */
export function setTitle(
  title: string,
  width: number,
  measure: (text: string) => number,
  { larger, smallest }: TitleRoom = besideFigure,
): SetTitle {
  for (const { size, lines: most } of [...larger, smallest]) {
    const lines = balanced(title, width / size, measure);
    // A word that is broken in its middle at this size may stay whole at a smaller one.
    if (lines.length <= most && !breaksWords(title, width / size, measure)) return { size, lines };
  }
  const { size, lines: most } = smallest;
  const lines = linesOf(title, width / size, measure, charactersOf);
  if (lines.length <= most) return { size, lines };
  const shown = lines.slice(0, most);
  shown[most - 1] = shortened(shown[most - 1] ?? "", width / size, measure);
  return { size, lines: shown };
}

/** The text, and 「…」 in the place of what does not fit. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  const characters = Array.from(text);
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

function breaksWords(text: string, width: number, measure: (text: string) => number): boolean {
  return breakableParts(text).some((part) => measure(part.trim()) > width);
}

/** As few lines as the width allows, none much shorter than the others. */
function balanced(text: string, width: number, measure: (text: string) => number): string[] {
  const lines = linesOf(text, width, measure);
  let [narrow, wide] = [width / 3, width];
  for (let step = 0; step < 8; step++) {
    const middle = (narrow + wide) / 2;
    if (linesOf(text, middle, measure).length <= lines.length && !breaksWords(text, middle, measure))
      wide = middle;
    else narrow = middle;
  }
  return linesOf(text, wide, measure);
}

function linesOf(
  text: string,
  width: number,
  measure: (text: string) => number,
  partsOf = breakableParts,
): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (part: string) => {
    if (line !== "" && measure((line + part).trim()) > width) {
      lines.push(line.trim());
      line = "";
    }
    line += part;
  };
  for (const part of partsOf(text)) {
    if (measure(part.trim()) <= width) put(part);
    else {
      // A long word of an alphabet is read from its beginning.
      if (line !== "" && alphabetic.test(part)) lines.push(line.trim());
      if (alphabetic.test(part)) line = "";
      for (const character of charactersOf(part)) put(character);
    }
  }
  if (line.trim() !== "") lines.push(line.trim());
  return lines;
}
