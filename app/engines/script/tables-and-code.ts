const fence = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/u;

/** Pronounced otherwise than written. */
const languageNames: Record<string, string> = {
  bash: "シェル",
  console: "シェル",
  cpp: "C++",
  cs: "C#",
  css: "CSS",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  js: "JavaScript",
  json: "JSON",
  py: "Python",
  python: "Python",
  rb: "Ruby",
  rs: "Rust",
  sh: "シェル",
  shell: "シェル",
  sql: "SQL",
  ts: "TypeScript",
  typescript: "TypeScript",
  yaml: "YAML",
  yml: "YAML",
};

const programLine =
  /[;{}]\s*$|^\s*(?:import |from \w+ import|export |const |let |var |def \w+\(|class \w+[:({]|return\b|#include|SELECT |\$ \w|<\/?[a-z]\w*[ >]|[)}\]]+[;,]?$|\/\/ )|=>|[=!]=|\w\(\)/u;
const minProgramLines = 3;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Programs (``` or typical lines) become a sentence: heard, they say nothing. An unclosed ``` stays. */
export function announceCode(text: string): string {
  const lines = text.split("\n");
  const said: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, marks = "", language = ""] = fence.exec(line) ?? [];
    const end = marks === "" ? -1 : lines.findIndex((later, i) => i > at && later.trim() === marks);
    if (end > at) {
      const code = lines.slice(at + 1, end).filter((inside) => inside.trim() !== "");
      if (isProse(language, code)) said.push(...lines.slice(at, end + 1));
      else if (code.length > 0) said.push("", announcement(language, code.length), "");
      at = end;
      continue;
    }
    let past = at;
    while (past < lines.length && isProgramLine(lines[past] ?? "")) past++;
    if (past - at < minProgramLines) said.push(line);
    else {
      said.push("", announcement("", past - at), "");
      at = past - 1;
    }
  }
  return said.join("\n");
}

/** Prose between ```. */
function isProse(language: string, code: readonly string[]): boolean {
  return (
    /^(?:text|txt|md|markdown)?$/iu.test(language) &&
    code.filter((line) => japanese.test(line)).length > code.length / 2 &&
    !code.some((line) => isProgramLine(line))
  );
}

function isProgramLine(line: string): boolean {
  const withoutWords = line.replace(/\/\/.*$|#\s.*$|"[^"]*"|'[^']*'|`[^`]*`/gu, "''");
  return !japanese.test(withoutWords) && programLine.test(line);
}

function announcement(language: string, lines: number): string {
  const name = languageNames[language.toLowerCase()] ?? language;
  return `ここに${name === "" ? "" : `${name}の`}コードが${lines}行あります。`;
}

const tableRow = /^\s*\|.*\|\s*$/u;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;
const plainHead = /^(?:値|内容|説明|意味|詳細|備考|答え|回答)?$/u;

/** Rows as sentences: 「本店は、価格が500円、席数が20。」 */
export function speakTables(text: string): string {
  if (!text.includes("|")) return text;
  const lines = text.split("\n");
  const said: string[] = [];
  let heads: string[] | null = null;
  for (const [at, line] of lines.entries()) {
    if (!tableRow.test(line)) {
      heads = null;
      said.push(line);
    } else if (heads && tableRule.test(line)) continue;
    else if (!heads && tableRule.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("|"))
      heads = cellsOf(line);
    else said.push(heads ? speakRow(heads, cellsOf(line)) : line);
  }
  return said.join("\n");
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

function speakRow(heads: readonly string[], [name = "", ...values]: readonly string[]): string {
  const told = values.flatMap((value, index) => {
    const head = heads[index + 1] ?? "";
    if (value === "" || /^[-－―—]+$/u.test(value)) return [];
    return plainHead.test(head) ? [value] : [`${head}が${value}`];
  });
  if (told.length === 0) return name === "" ? "" : `${name}。`;
  return `${name === "" ? "" : `${name}は、`}${told.join("、")}。`;
}
