import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBreakingChanges } from "./breaking-changes.ts";
import { migrationsFolder } from "./store.ts";

const migration = (...statements: string[]) => statements.join("--> statement-breakpoint\n");

test.each([
  'CREATE TABLE "pins" ("id" text NOT NULL);',
  'CREATE INDEX "pins_index" ON "tracks" ("id");',
  migration('CREATE TABLE "pins" ("id" text);', 'CREATE UNIQUE INDEX "pins_unique" ON "pins" ("id");'),
  migration(
    'CREATE TABLE "pins" ("id" text);',
    'ALTER TABLE "pins" ADD CONSTRAINT "pins_fk" FOREIGN KEY ("id") REFERENCES "users"("id");',
  ),
  'ALTER TABLE "tracks" ADD COLUMN "mood" text;',
  'ALTER TABLE "tracks" ADD COLUMN "mood" text DEFAULT \'calm\' NOT NULL;',
  'ALTER TABLE "tracks" ADD COLUMN "length" integer GENERATED ALWAYS AS (1) STORED NOT NULL;',
  migration(
    'ALTER TABLE "tracks" ADD COLUMN "mood" text;',
    'CREATE UNIQUE INDEX "mood_unique" ON "tracks" USING btree ("user_id","mood");',
    'ALTER TABLE "tracks" ADD CONSTRAINT "mood_fk" FOREIGN KEY ("mood") REFERENCES "moods"("id");',
  ),
  'INSERT INTO "settings" ("key") VALUES (1);',
  '-- beside older programs: they never read it\nDROP INDEX "pins_index";',
])("older programs live with %s", (sql) => expect(findBreakingChanges(sql)).toEqual([]));

test.each([
  'ALTER TABLE "tracks" RENAME COLUMN "title" TO "name";',
  'ALTER TABLE "tracks" DROP COLUMN "title";',
  'ALTER TABLE "tracks" ADD COLUMN "tone" text NOT NULL;',
  'ALTER TABLE "tracks" ALTER COLUMN "title" SET NOT NULL;',
  'ALTER TABLE "tracks" ALTER COLUMN "title" DROP NOT NULL;',
  'ALTER TABLE "tracks" ADD CONSTRAINT "tracks_fk" FOREIGN KEY ("id") REFERENCES "users"("id");',
  'CREATE UNIQUE INDEX "tracks_unique" ON "tracks" ("title");',
  'DROP TABLE "tracks";',
  'DROP INDEX "tracks_unique";',
  'UPDATE "tracks" SET "mood" = \'calm\';',
])("older programs may break with %s", (statement) =>
  expect(
    findBreakingChanges(
      migration(
        'CREATE TABLE "pins" ("id" text);',
        'ALTER TABLE "tracks" ADD COLUMN "mood" text;',
        `-- Says nothing of older programs.\n${statement}`,
      ),
    ),
  ).toEqual([statement]),
);

/** Made before the rule: an update that crosses one of them ends all old processes first. */
const landed = [
  "0005_plain_names",
  "0006_narration_and_pronunciations",
  "0021_heard_tracks",
  "0026_insights",
  "0028_report_subjects",
  "0038_receipts",
  "0039_bulk-runs",
  "0045_alerts",
  "0047_money",
];

test("processes of two versions live on each migration, but for the landed ones", () => {
  const folder = migrationsFolder("postgres");
  const breaking = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !name.startsWith("0000_"))
    .filter((name) => findBreakingChanges(readFileSync(`${folder}/${name}`, "utf8")).length > 0);
  expect(
    breaking.map((name) => name.replace(".sql", "")).sort(),
    'a new one only adds, or says in a comment why older programs live with it: docs/development.md, "A table"',
  ).toEqual(landed);
});

test.each(["sqlite", "postgres"] as const)(
  "of the schema of %s only the newest snapshot is kept",
  (dialect) => {
    const snapshots = readdirSync(`${migrationsFolder(dialect)}/meta`).filter(
      (name) => !name.startsWith("_"),
    );
    expect(snapshots).toHaveLength(1);
  },
);
