import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { dropStatisticsOfSmallTables, maskBoundValues, stabilizePlans } from "./query-plans.ts";

test("the planner sees no value of a query, and changes stay as they are", () => {
  expect(maskBoundValues('select "id" from "tracks" where "id" = ? and "user_id" is ? limit ?')).toBe(
    'select "id" from "tracks" where "id" = coalesce(?, null) and "user_id" is coalesce(?, null) limit coalesce(?, null)',
  );
  const change = 'update "tracks" set "title" = ? where "id" = ?';
  expect(maskBoundValues(change)).toBe(change);
});

test("a table that was small when it was analysed is searched by its index, a large one by its statistics", () => {
  const database = stabilizePlans(new Database(":memory:"));
  database.exec(`
    create table people (id text primary key, name text);
    create table posts (id integer primary key, author text);
    insert into people values ('one', 'One');
    with recursive n(n) as (select 1 union all select n + 1 from n where n < 10000)
      insert into posts select n, 'one' from n;
    create index posts_author on posts (author);
    analyze`);
  const plan = (query: string) => JSON.stringify(database.prepare(`explain query plan ${query}`).all());
  const person = "select name from people join posts on author = people.id where posts.id = 1";
  expect(plan(person)).toContain("SCAN people");
  dropStatisticsOfSmallTables(database);
  expect(plan(person)).not.toContain("SCAN people");
  for (const statistics of ["sqlite_stat1", "sqlite_stat4"])
    expect(database.prepare(`select distinct tbl from ${statistics}`).pluck().all()).toEqual(["posts"]);
  database.close();
});
