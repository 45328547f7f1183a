import { Invalid } from "#app/features/domain-error.ts";
import { type PronunciationInput, pronunciationSchema } from "./pronunciations.schema.ts";
import { pronunciationMessages, wordKey } from "./pronunciations.ts";

interface FileEntry {
  word: string;
  reading: string;
  accent: number | null;
}

const header = ["言葉", "読み", "アクセント"];

/** Begins with a byte order mark: without it spreadsheets assume another encoding. */
export function pronunciationsAsCsv(entries: readonly FileEntry[]): string {
  const rows = entries.map(({ word, reading, accent }) => [
    word,
    reading,
    accent === null ? "" : String(accent),
  ]);
  return `\uFEFF${[header, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/** JSON for an address that ends so, else CSV. */
export function pronunciationsFile(entries: readonly FileEntry[], pathname: string): Response {
  const isJson = pathname.endsWith(".json");
  return new Response(isJson ? pronunciationsAsJson(entries) : pronunciationsAsCsv(entries), {
    headers: {
      "Content-Type": `${isJson ? "application/json" : "text/csv"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="mugen-readings.${isJson ? "json" : "csv"}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

export function pronunciationsAsJson(entries: readonly FileEntry[]): string {
  const plain = entries.map(({ word, reading, accent }) => ({ word, reading, accent }));
  return `${JSON.stringify(plain, null, 2)}\n`;
}

/** Prevents formulas: a spreadsheet would run a cell that begins like one, so it gets an apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Takes CSV or tabs (word, reading, accent; with or without the header), or a JSON array of `{ word, reading, accent }`. Of
 * entries for one word the last counts. Throws `Invalid` with the number of the wrong line or entry; then nothing is
 * imported.
 */
export function parsePronunciations(text: string): PronunciationInput[] {
  const content = text.replace(/^\uFEFF/, "").trim();
  if (content === "") throw new Invalid({ text: [pronunciationMessages.importEmpty] });
  const rows = content.startsWith("[") ? parseJson(content) : parseCsv(content);
  const byKey = new Map<string, PronunciationInput>();
  for (const { place, value } of rows) {
    const parsed = pronunciationSchema.safeParse(value);
    if (!parsed.success) throw new Invalid({ text: [`${place}：${parsed.error.issues[0]?.message ?? ""}`] });
    byKey.set(wordKey(parsed.data.word), parsed.data);
  }
  return [...byKey.values()];
}

interface Row {
  place: string;
  value: unknown;
}

function parseJson(content: string): Row[] {
  try {
    const list: unknown = JSON.parse(content);
    if (Array.isArray(list)) return list.map((value: unknown, i) => ({ place: `${i + 1}件目`, value }));
  } catch {
    // Answered below.
  }
  throw new Invalid({ text: ["JSONを読み取れませんでした"] });
}

function parseCsv(content: string): Row[] {
  return content
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ place: `${i + 1}行目`, cells: splitLine(line) }))
    .filter(
      ({ cells }, i) => cells.join("").trim() !== "" && !(i === 0 && /^(?:言葉|word)$/i.test(cells[0] ?? "")),
    )
    .map(({ place, cells: [word = "", reading = "", accent = ""] }) => ({
      place,
      value: {
        word: word.replace(/^'(?=[=+\-@])/, ""),
        reading,
        accent: accent.trim() === "" ? null : Number(accent),
      },
    }));
}

/** A cell in quotation marks may hold the separator, and "" for one mark. No line breaks in cells. */
function splitLine(line: string): string[] {
  const separator = line.includes("\t") ? "\t" : ",";
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (isQuoted && letter === '"' && line.charAt(at + 1) === '"') {
      cell += '"';
      at++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
