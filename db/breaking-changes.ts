/** Before a statement: says why older programs live with what it does. */
const excuse = /^\s*-- beside older programs: \S/m;

/** Statements that an older program does not notice. */
const harmless = /^(?:CREATE (?:TABLE|INDEX|SEQUENCE|EXTENSION|(?:OR REPLACE )?FUNCTION)|INSERT)\b/i;
const addedColumn = /^ALTER TABLE\s+"(\w+)"\s+ADD COLUMN\s+"(\w+)"/i;
const canBeLeftOut = /\bDEFAULT\b|\bGENERATED\b/i;
const constrained = /^(?:CREATE UNIQUE INDEX .* ON|ALTER TABLE)\s+"(\w+)"/is;

/**
 * The statements of a migration for Postgres that may break programs of the version before. Those go on while processes are
 * replaced one by one. A statement may break them if it renames, drops, retypes or requires what is there, constrains what is not
 * new, or changes rows. A comment `-- beside older programs: why` before it excuses it.
 *
 * @param sql with Drizzle's breakpoints between the statements
 */
export function findBreakingChanges(sql: string): string[] {
  const statements = sql.split("--> statement-breakpoint").map((part) => ({
    isExcused: excuse.test(part),
    text: part.replace(/^\s*--.*$/gm, "").trim(),
  }));
  const newTables = new Set(statements.map(({ text }) => /^CREATE TABLE "(\w+)"/i.exec(text)?.[1]));
  const newColumns = new Set(
    statements.map(({ text }) => addedColumn.exec(text)).map((added) => `${added?.[1]}.${added?.[2]}`),
  );
  /** Rows of older programs have nothing in a new column, which no constraint minds. */
  const isOnNewThings = (text: string) => {
    const [, table = ""] = constrained.exec(text) ?? [];
    const [, columns = ""] = /\(([^)]*)\)/.exec(text) ?? [];
    return (
      newTables.has(table) ||
      [...columns.matchAll(/"(\w+)"/g)].some(([, column]) => newColumns.has(`${table}.${column}`))
    );
  };
  const isHarmless = (text: string) => {
    if (text === "" || harmless.test(text)) return true;
    if (addedColumn.test(text)) return canBeLeftOut.test(text) || !/\bNOT NULL\b/i.test(text);
    return /^CREATE UNIQUE INDEX|\bADD CONSTRAINT\b/i.test(text) && isOnNewThings(text);
  };
  return statements.filter(({ isExcused, text }) => !isExcused && !isHarmless(text)).map(({ text }) => text);
}
