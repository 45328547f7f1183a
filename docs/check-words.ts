// Fails where a word comes back that the code has given up for a plainer one: the table "Retired words" in docs/glossary.md.
// Part of `npm run check`. Words in texts, comments, stored values and addresses are not looked at.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.join(import.meta.dirname, "..");
const glossary = readFileSync(path.join(root, "docs/glossary.md"), "utf8");
const table = glossary.slice(glossary.indexOf("## Retired words"));

/** A pattern of names stands in the first column, with `|` as Markdown wants it in a table, what is written instead in the second. */
const retired = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, pattern = "", instead = ""]) => ({
  pattern: new RegExp(pattern.replaceAll("\\|", "|")),
  instead,
}));
if (retired.length === 0) throw new Error("docs/glossary.md lists no retired words");

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The names in a file, with its own. */
function namesIn(file: string): Set<string> {
  const names = new Set([camelCase(path.basename(file).replace(/\..*$/, ""))]);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX);
  scanner.setText(readFileSync(path.join(root, file), "utf8"));
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
    if (token === ts.SyntaxKind.Identifier) names.add(scanner.getTokenText());
  return names;
}

for (const file of globSync("{app,bench,db,docs,e2e,jobs,release,test}/**/*.{ts,tsx}", { cwd: root })) {
  for (const name of namesIn(file)) {
    const found = retired.find(({ pattern }) => pattern.test(name));
    if (!found) continue;
    console.error(`${file}: ${name} (instead: ${found.instead})`);
    process.exitCode = 1;
  }
}
