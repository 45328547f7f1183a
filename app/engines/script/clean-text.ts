import { plainRuby } from "#app/engines/pronunciations/ruby.ts";

/** Known names only: "a<b and c>d" stays. */
const knownTags = new Set(
  (
    "a abbr address article aside audio b big blockquote body br button caption center cite code col " +
    "colgroup dd del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 " +
    "h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main mark meta nav " +
    "object ol optgroup option p param picture pre q rb rp rt ruby s samp script section select small " +
    "source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead " +
    "time title tr track u ul var video wbr"
  ).split(" "),
);

const blockTags = new Set(
  "article aside blockquote br dd div dl dt figure footer form header hr main ol p pre section table tr ul".split(
    " ",
  ),
);

/** Removed with their content: code, and ruby, which would be spoken twice. */
const removedElements = ["script", "style", "rt", "rp", "template"] as const;

const entities = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&apos;", "'"],
  ["&nbsp;", " "],
]);

/** Both included, ignoring case. */
function removeSpans(text: string, open: string, close: string): string {
  const folded = text.toLowerCase();
  // Lower-casing can change the length, and so positions.
  if (folded.length !== text.length) return text;
  let result = "";
  let from = 0;
  for (;;) {
    const start = folded.indexOf(open, from);
    const end = start < 0 ? -1 : folded.indexOf(close, start + open.length);
    if (end < 0) return result + text.slice(from);
    result += text.slice(from, start);
    from = end + close.length;
  }
}

function stripHtml(text: string): string {
  if (!text.includes("<") && !text.includes("&")) return text;
  // Ruby is how words are spoken.
  let stripped = removeSpans(plainRuby(text), "<!--", "-->");
  for (const name of removedElements) {
    stripped = removeSpans(stripped, `<${name}>`, `</${name}>`);
    stripped = removeSpans(stripped, `<${name} `, `</${name}>`);
  }
  let [hasHeads, hasRule] = [false, false];
  stripped = stripped.replace(
    /<(\/?)([a-z][a-z0-9]{0,11})([^<>]*)>/giu,
    (whole, slash: string, rawName: string, rest: string) => {
      const name = rawName.toLowerCase();
      const attributes = rest.trim();
      const looksLikeTag =
        attributes === "" || attributes === "/" || (/^\s/u.test(rest) && rest.includes("="));
      if (!knownTags.has(name) || !looksLikeTag) return whole;
      if (/^h[1-6]$/u.test(name)) return slash === "" ? "\n\n# " : "\n";
      if (name === "li") return slash === "" ? "\n- " : "\n";
      if (name === "pre") return "\n```\n";
      if (name === "td" || name === "th") {
        hasHeads ||= name === "th" && slash === "";
        return slash === "" ? " " : " |";
      }
      if (name === "tr") {
        if (slash === "") return "\n|";
        const rule = hasHeads && !hasRule ? "\n|---|" : "";
        hasRule ||= hasHeads;
        return rule;
      }
      if (name === "table") [hasHeads, hasRule] = [false, false];
      if (name === "p") return "\n\n";
      return blockTags.has(name) ? "\n" : "";
    },
  );
  return stripped.replace(/&(?:amp|lt|gt|quot|#39|apos|nbsp);/gu, (entity) => entities.get(entity) ?? entity);
}

/** Spreadsheet rows (equally many tabs, at least two) as a Markdown table. */
function tabbedTables(text: string): string {
  if (!text.includes("\t")) return text;
  return text.replace(/(?:^[^\t\n]*(?:\t[^\t\n]*)+$\n?){2,}/gmu, (block) => {
    const rows = block.replace(/\n$/u, "").split("\n");
    const columns = rows.map((row) => row.split("\t"));
    const isTable =
      columns.every(({ length }) => length === columns[0]?.length) && !rows.some((row) => /^\t/.test(row));
    if (!isTable) return block;
    const [heads = "", ...rest] = columns.map((cells) => `| ${cells.join(" | ")} |`);
    return `${[heads, "|---|", ...rest].join("\n")}${block.endsWith("\n") ? "\n" : ""}`;
  });
}

/**
 * Plain lines. HTML, control and invisible characters go; headings and items become `# ` and `- `. Lone surrogates are replaced,
 * lines trimmed, blank lines single. Zero-width joiners stay for emoji and scripts. Never throws; may be empty. Linear.
 */
export function cleanText(raw: string): string {
  const visible = tabbedTables(raw.toWellFormed().replace(/\r\n|[\r\u2028\u2029\u0085\v\f]/gu, "\n"))
    .replace(/\t/gu, " ")
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu, (control) =>
      control === "\n" ? "\n" : "",
    );
  const lines: string[] = [];
  for (const line of stripHtml(visible).split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "" && (lines.length === 0 || lines.at(-1) === "")) continue;
    lines.push(trimmed);
  }
  return lines.join("\n").trim();
}
