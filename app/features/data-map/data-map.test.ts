import { getTableColumns, getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { db } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { referencesOf, tablesOfUsers } from "#test/databases/tables-of-users.ts";
import { addFullAccount } from "#test/full-account.ts";
import { dataMap } from "./data-map.server.ts";

withDatabase();

const tables = new Map<string, Table>();
for (const entry of Object.values(schema)) if (is(entry, Table)) tables.set(getTableName(entry), entry);

const advice = (what: string) =>
  `${what}: add or mend the line in app/features/data-map/*-lines.server.ts (what, why, how long, who sees it, export, deletion), then run npm run docs:tables`;

test("every table has a line, and every line a table", () => {
  expect(
    [...tables.keys()].filter((name) => !(name in dataMap)),
    advice("tables without a line"),
  ).toEqual([]);
  expect(
    Object.keys(dataMap).filter((name) => !tables.has(name)),
    advice("lines without a table"),
  ).toEqual([]);
});

const references = /Id$/;

/** Tables whose rows stay without the member. */
const unlinked = [...tables].flatMap(([name, table]) =>
  referencesOf(table).some(({ to, onDelete }) => to === "users" && onDelete === "set null") ? [name] : [],
);

test("every column of text or JSON is called personal or not, and every named column is there", () => {
  const wrong = [...tables].flatMap(([name, table]) => {
    const { personal = {}, impersonal = [] } = dataMap[name] ?? {};
    const named = [...Object.keys(personal), ...impersonal];
    const columns = getTableColumns(table);
    const open = Object.entries(columns).filter(
      ([key, { dataType, enumValues }]) =>
        (dataType === "json" || (dataType === "string" && !enumValues?.length)) &&
        !(references.test(key) && dataType === "string"),
    );
    return [
      ...open.filter(([key]) => !named.includes(key)).map(([key]) => `${name}.${key} is in neither list`),
      ...named.filter((key) => !(key in columns)).map((key) => `${name}.${key} is no column`),
      ...named.filter((key, at) => named.indexOf(key) !== at).map((key) => `${name}.${key} is in both lists`),
    ];
  });
  expect(wrong, advice("columns")).toEqual([]);
});

/** All values at a path of property names, lists on the way included; zeros and nulls are none. */
function valuesAt(data: unknown, path: string): unknown[] {
  const values = path
    .split(".")
    .reduce<unknown[]>(
      (parents, name) =>
        parents.flatMap((parent) =>
          typeof parent === "object" && parent !== null && name in parent ? Reflect.get(parent, name) : [],
        ),
      [data],
    );
  return values.filter(Boolean);
}

/** How many rows of each table name `id` in any of their columns. */
async function countNaming(id: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [name, table] of tables) {
    const columns: Record<string, SQL> = {};
    for (const [key, column] of Object.entries(getTableColumns(table))) columns[key] = sql`${column}`;
    const rows = await db.select(columns).from(sql`${table}`);
    // Codes of invitations are random; those of test/full-account.ts begin so.
    const texts = rows.map((row) => JSON.stringify(row).replaceAll(`used-${id}`, ""));
    counts.set(name, texts.filter((text) => text.includes(id)).length);
  }
  return counts;
}

test("export and deletion do what the map says, and the map knows every field of the export", async () => {
  const { viewer } = await addFullAccount();
  const { exportedAt: _, ...data } = await exportAccount({ viewer });
  const paths = Object.entries(dataMap).flatMap(([name, { exported }]) =>
    typeof exported === "object" ? exported.map((path) => ({ name, path })) : [],
  );
  for (const { name, path } of paths)
    expect(valuesAt(data, path), advice(`${name} in the export's field ${path}`)).not.toEqual([]);
  const known = new Set(paths.map(({ path }) => path.split(".")[0]));
  expect(
    Object.keys(data).filter((field) => !known.has(field)),
    advice("fields of the export"),
  ).toEqual([]);

  const before = await countNaming(viewer.id);
  await deleteAccount({ viewer });
  const after = await countNaming(viewer.id);
  const found = [...tables.keys()].filter((name) => before.get(name) || after.get(name));
  expect(found.length).toBeGreaterThan(30);
  for (const name of found) {
    const stays = (after.get(name) ?? 0) > 0 || unlinked.includes(name);
    expect(dataMap[name]?.withAccount === "gone", advice(`deletion of ${name}`)).toBe(!stays);
  }
  for (const name of tablesOfUsers().keys())
    for (const said of [dataMap[name]?.exported, dataMap[name]?.withAccount])
      expect(said, advice(`${name} knows members: its export and deletion`)).toBeDefined();
});
