import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { reachesDatabase } from "./test/reaches-database.ts";

const unitTests = globSync("{app,db,docs,jobs,test}/**/*.test.{ts,tsx}", { exclude: ["test/http/**"] });
const onDatabase = unitTests.filter(reachesDatabase);
const plain = unitTests.filter((file) => !onDatabase.includes(file));

/** How long what comes in its own time is looked for, on a machine that is busy. */
const patience = { poll: { timeout: 30_000 } };
const unit = { setupFiles: ["test/setup.ts"], testTimeout: 60_000, hookTimeout: 60_000, expect: patience };
/** Calls and crashes, over HTTP against the built server. */
const http = {
  include: ["test/http/**/*.test.ts"],
  setupFiles: ["test/setup.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: patience,
};
const onPglite = { env: { DATABASE_URL: "pglite:" }, globalSetup: "test/migrated-pglite.ts" };
const postgres = process.env.TEST_DATABASE_URL;
const onPostgres = { env: { DATABASE_URL: postgres }, globalSetup: "test/migrated-postgres.ts" };

/**
 * Every unit and integration test that reaches the database runs once for each: SQLite, Postgres in PGlite and, where
 * `TEST_DATABASE_URL` names a server, real Postgres. The others (`plain`) run once.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...unit, name: "plain", include: plain, env: { DATABASE_URL: "" } } },
      { test: { ...unit, name: "sqlite", include: onDatabase, env: { DATABASE_URL: "" } } },
      { test: { ...unit, name: "pglite", include: onDatabase, ...onPglite } },
      {
        test: {
          ...http,
          name: "http-sqlite",
          env: { DATABASE_URL: "" },
          globalSetup: "test/queue-folder.ts",
        },
      },
      ...(postgres
        ? [
            { test: { ...unit, name: "postgres", include: onDatabase, ...onPostgres } },
            { test: { ...http, name: "http-postgres", ...onPostgres } },
          ]
        : []),
    ],
  },
});
