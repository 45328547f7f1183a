import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import {
  analyzeTables,
  expectIndexUse,
  isFalse,
  isTrue,
  planOf,
  someTime,
} from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";
import { memberSearch, users } from "../schema/index.ts";
import { selectFound } from "../search/search-members.ts";
import { startsWith } from "../search/text.ts";

withDatabase();
analyzeTables();

const newestFirst = sql`order by created_at desc, id desc limit 11`;

test.each([
  ["accounts, newest first", sql`select id from users ${newestFirst}`, "users_created_index"],
  [
    "a page deep in them",
    sql`select id from users where (created_at, id) < (${someTime}, 'x') ${newestFirst}`,
    "users_created_index",
  ],
  ["waiting accounts", sql`select id from users where state = 'pending' ${newestFirst}`, "users_state_index"],
  [
    "a page deep in denied accounts",
    sql`select id from users where state = 'denied' and (created_at, id) < (${someTime}, 'x') ${newestFirst}`,
    "users_state_index",
  ],
  [
    "premium members",
    sql`select id from users where ${users.isPremium} and (premium_end_date is null or premium_end_date > ${someTime}) ${newestFirst}`,
    "users_premium_index",
  ],
  [
    "who may not invite",
    sql`select id from users where not ${users.canInvite} ${newestFirst}`,
    "users_no_invite_index",
  ],
  [
    "who was denied with a branch",
    sql`select id from users where revoked_branch = 'x' limit 10`,
    "users_revoked_branch_index",
  ],
  [
    "an address by its beginning",
    sql`select id from users where ${startsWith(sql`lower(email)`, "yoru")}`,
    "users_email_index",
  ],
  [
    "an id by its beginning",
    sql`select id from users where ${startsWith(users.id, "0a1b2c3d")}`,
    dialect === "sqlite" ? "sqlite_autoindex_users_1 (id>? AND id<?)" : "users_id_prefix_index",
  ],
])("%s", (_name, statement, index) => expectIndexUse(statement, index));

test("members whose name may contain words are found by the index of grams", async () => {
  const where = sql`${users.isPremium} = ${isTrue} or ${users.canInvite} = ${isFalse}`;
  const found = selectFound({ words: ["かなで", "夜"], where })
    .orderBy(sql`${memberSearch.id} desc`)
    .limit(11);
  const plan = await planOf(found.getSQL());
  expect(plan).toContain(
    dialect === "sqlite" ? "member_grams VIRTUAL TABLE INDEX" : "member_search_grams_index",
  );
  expect(plan).not.toMatch(/Seq Scan|SCAN (users|member_search)\b/);
});
