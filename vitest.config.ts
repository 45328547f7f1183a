import { defineConfig } from "vitest/config";
import "./test/drizzle-imports.ts";
import { httpFiles, LongestFirst, unitFiles } from "#test/unit-files.ts";

/** Time limits for a machine that is busy (ms). */
const unit = {
  setupFiles: ["test/setup.ts"],
  execArgv: ["--import", "./test/drizzle-imports.ts"],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};
/** Calls and crashes, over HTTP against the built server, whose jobs take their time beside others. No file changes its process. */
const http = {
  ...unit,
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
};

/** What a change rarely breaks and costs much time. `// @module-tag release: why` marks a whole file. */
const releaseTag = {
  name: "release",
  description: "before a release, and after a change of what it is about",
};

const postgres = process.env.TEST_DATABASE_URL;
const onSqlite = { env: { DATABASE_URL: "" } };
const onPglite = { env: { DATABASE_URL: "pglite:" }, globalSetup: "test/databases/migrated-pglite.ts" };
const onPostgres = { env: { DATABASE_URL: postgres } };

const { plain, sqlite, database } = unitFiles();

/** The unit tests of these files as two projects: the second, named with `-isolated`, has a process for each file. */
const unitProjects = (name: string, files: typeof plain, settings: object) => [
  { test: { ...unit, ...settings, name, include: files.shared, isolate: false } },
  { test: { ...unit, ...settings, name: `${name}-isolated`, include: files.isolated } },
];

const calls = httpFiles();

/** The tests over HTTP as two projects: the files of the second, named with `-shared`, share a server per worker. */
const httpProjects = (name: string, files: typeof calls.all, settings: object) => [
  { test: { ...http, ...settings, name, include: files.own } },
  {
    test: {
      ...http,
      ...settings,
      name: `${name}-shared`,
      include: files.shared,
      globalSetup: "test/servers/shared-servers.ts",
    },
  },
];

const plansProject = (name: string, settings: object) => ({
  test: { ...unit, ...settings, name: `plans-${name}`, include: ["test/plans/*.test.ts"] },
});

/**
 * The unit tests that open the database run on SQLite and on Postgres: on the server that `TEST_DATABASE_URL` names, and
 * without one in PGlite; those with a comment `// on one database: why` on SQLite alone. The others (`plain`) run once. Tests over HTTP run on SQLite, and those files that say so on
 * Postgres too; all of them where `TEST_SCOPE` is `all`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: "test/databases/migrated.ts",
    sequence: { sequencer: LongestFirst },
    tags: [releaseTag],
    ...(process.env.TEST_SCOPE === "change" ? { tagsFilter: [`!${releaseTag.name}`] } : {}),
    projects: [
      ...unitProjects("plain", plain, { ...onSqlite, provide: { withoutDatabase: true } }),
      ...unitProjects("sqlite", sqlite, onSqlite),
      ...(postgres
        ? unitProjects("postgres", database, onPostgres)
        : unitProjects("pglite", database, onPglite)),
      ...httpProjects("http-sqlite", calls.all, onSqlite),
      ...(postgres
        ? [
            ...httpProjects(
              "http-postgres",
              process.env.TEST_SCOPE === "all" ? calls.all : calls.both,
              onPostgres,
            ),
            { test: { ...http, ...onPostgres, name: "alone-postgres", include: calls.alone } },
          ]
        : []),
      // About what others have recorded: after them, on its own.
      ...(process.env.RECORD_STATEMENTS
        ? [plansProject("sqlite", onSqlite), ...(postgres ? [plansProject("postgres", onPostgres)] : [])]
        : []),
    ],
  },
});
