import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import { dialect } from "#db/columns.ts";
import { withDatabase } from "../database.ts";
import { type Explained, explainStatements } from "../databases/query-plan.ts";

// Every statement that servers have sent while the tests over HTTP and in the browser ran is explained. No table that grows is read or sorted
// as a whole: SQLite plans as for large tables, since it knows nothing of these; Postgres reads a table as a whole only if no index serves.

withDatabase();

/** Reads, and changes of what a condition finds: the rows of a plain `insert` have no plan. */
const hasPlan = /^[\s(]*(select|with|update|delete|insert\b.*\bselect)\b/is;
/** Of the queue, of the rate limits' package, and of the databases themselves. */
const isForeign =
  /\bjobs\.|\brate_limits\b|__drizzle_migrations|sqlite_(master|stat|schema)|\bpg_|information_schema/;

/** Run once, and change tables that this database has no more. */
const migrations = new Set(
  readMigrationFiles({ migrationsFolder: `db/migrations/${dialect}` }).flatMap(({ sql }) => sql),
);

function recordedStatements(): string[] {
  const folder = process.env.RECORD_STATEMENTS ?? "";
  const files = readdirSync(folder).filter((name) => name.startsWith(`${dialect}-`));
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), "utf8").trim().split("\n"));
  return [...new Set(lines)]
    .map((line): string => JSON.parse(line))
    .filter(
      (statement) => hasPlan.test(statement) && !isForeign.test(statement) && !migrations.has(statement),
    );
}

/** Whether a step reads all rows of a table, or on SQLite of an index that holds them all: those of what is open are short. */
function readsTable(step: string, statement: string): boolean {
  if (dialect === "postgres") return step.includes("Seq Scan on");
  const [, name = ""] =
    /^SCAN (\w+)(?! VIRTUAL)(?!.*_(open_index|open_unique|active_unique)$)/.exec(step) ?? [];
  // Anything else is a result within the statement.
  const isTable = new RegExp(`(from|join|update) "${name}"|" "${name}"`).test(statement);
  // The first rows of an index, in its order.
  const isLimited = new RegExp(`from "${name}".* limit `).test(statement);
  return name !== "" && isTable && !isLimited;
}

const mayReadTable: [why: string, statement: RegExp][] = [
  [
    "a few rows",
    /from "(settings|engine_circuits|operators|second_factors|operator_passkeys|operator_alerts|webhooks|webhook_deliveries|reply_templates|email_texts|admin_sessions|track_uploads|announcements)"/,
  ],
  [
    "whether there is a member: all rows but one are",
    /^select "id" from "users" where "users"."provider" <> \$1 limit/,
  ],
  ["some thousand rows, in the console", /from "themes"|count\(\*\) from "(contact_messages|track_reports)"/],
  ["all are counted, for the console and the daily statistics", /count\(\*\) from "users"$/],
  ["what waits or was given up, by a partial index", /from "emails" where "emails"."error" is( not)? null/],
  ["nothing is asked for", /where \(?false/],
  ["of a prefix: with its value, Postgres finds it by the index", /lower\("users"."email"\) like \$1/],
];

const maySort: [why: string, statement: RegExp][] = [
  ["what is open is short", /"state" in \('queued', 'processing'|"bulk_runs"."finished_at" is null/],
  [
    "a few rows",
    /from "(engine_circuits|operators|webhooks|webhook_deliveries|admin_sessions|stripe_cancellations)"|select "updated_at" from "generation_tasks"/,
  ],
  [
    "what is left of a number of rows",
    /from \(select .+ limit .+ "?(newest|used|candidates|recent)"? inner join/,
  ],
  [
    "once a day, of one member: what 今日の無限 is chosen from",
    /^select "tracks"."id", "tracks"."user_id", "tracks"."duration_ms", "tracks"."is_premium_only" from "(follows|likes|playlist_items)"/,
  ],
  ["the tracks of one sound: the same text, spoken by the same voices", /"track_sounds"."sha256" = /],
  ["whom one member has invited", /"users"."(invited_by_id|revoked_branch)" = /],
  ["what begins so", /"folded" >= \?|lower\("users"."email"\) >= \?/],
  ["what one member has just made", /"user_id" = [^ ]+ [^ ]+ and "\w+"."created_at" > \?/],
  [
    "of one member, in the console",
    /from "payments" (left join "receipts" .+ )?where "payments"."user_id" = |from "track_reports" inner join "tracks" .+ "tracks"."user_id" = /,
  ],
  ["one a month, of one contract", /from "payments" where \("payments"."subscription_id" = /],
  [
    "a member's tracks by id, for what touches each of them",
    /select "id" from "tracks" where .+ order by "tracks"."id" asc/,
  ],
  [
    "what was done with one thing, or is removed once a day",
    /from "audit_log" where \("audit_log"."target_type" = /,
  ],
];

const isListed = (list: typeof maySort, statement: string) => list.some(([, known]) => known.test(statement));
const sorts = ({ plan }: Explained) => plan.some((step) => step.includes("TEMP B-TREE FOR ORDER BY"));
const isLimited = (statement: string) =>
  / limit \S+( offset \S+)?$/.test(statement.replaceAll("coalesce(?, null)", "?"));

const statements = recordedStatements();

// With every change few of the tests over HTTP run on Postgres.
const minStatements = dialect === "postgres" && process.env.TEST_SCOPE === "change" ? 100 : 400;

test("servers have been recorded", () => {
  expect(statements.length).toBeGreaterThan(minStatements);
});

test("no statement reads a whole table that grows", async () => {
  const wrong = (await explainStatements(statements))
    .filter(({ plan, statement }) => plan.some((step) => readsTable(step, statement)))
    .filter(({ statement }) => !isListed(mayReadTable, statement) && !isListed(maySort, statement));
  expect(wrong).toEqual([]);
});

// Postgres sorts what it would read in order if there were more.
test.runIf(dialect === "sqlite")("no page of a list is sorted", async () => {
  const wrong = (await explainStatements(statements.filter(isLimited)))
    .filter(sorts)
    .filter(({ statement }) => !isListed(maySort, statement));
  expect(wrong).toEqual([]);
});
