type Field = string | number | null;

/** By it spreadsheets know a file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Prevents formulas: a spreadsheet would run a field that begins like one, so it gets an apostrophe. */
const quoted = (field: Field): string => {
  const text = String(field ?? "");
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const plainLine = (row: readonly Field[]): string => `${row.map((field) => field ?? "").join(",")}\r\n`;
const quotedLine = (row: readonly Field[]): string => `${row.map(quoted).join(",")}\r\n`;

/** Of anything that people typed. */
export const csvFile = (rows: readonly (readonly Field[])[]): string =>
  byteOrderMark + rows.map(quotedLine).join("");

/** Of the program's own names and numbers, without quotes. */
export const plainCsvFile = (rows: readonly (readonly Field[])[]): string =>
  byteOrderMark + rows.map(plainLine).join("");

/** Per file; a filter of days finds older ones. */
const maxRows = 50_000;
const rowsPerRead = 1000;

/** A file of plain column names and quoted rows, read page by page while it is sent. */
export function csvStream(o: {
  names: readonly string[];
  read: (page: {
    cursor: string | undefined;
    limit: number;
  }) => Promise<{ rows: readonly (readonly Field[])[]; next: string | null | undefined }>;
}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let count = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(plainCsvFile([o.names])));
    },
    async pull(controller) {
      const { rows, next } = await o.read({ cursor, limit: rowsPerRead });
      count += rows.length;
      controller.enqueue(encoder.encode(rows.map(quotedLine).join("")));
      if (!next || rows.length < rowsPerRead || count >= maxRows) controller.close();
      else cursor = next;
    },
  });
}
