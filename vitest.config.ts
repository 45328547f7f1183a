import { defineConfig } from "vitest/config";

const unit = {
  include: ["{app,db,docs,jobs,test}/**/*.test.{ts,tsx}"],
  exclude: ["test/http/**", "**/node_modules/**"],
  setupFiles: ["test/setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** Calls and crashes, over HTTP against the built server. */
const http = {
  include: ["test/http/**/*.test.ts"],
  setupFiles: ["test/setup.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  fileParallelism: false,
};
const postgres = process.env.TEST_DATABASE_URL;

/**
 * Every unit and integration test runs once for each database: SQLite, Postgres in PGlite and, where
 * `TEST_DATABASE_URL` names a server, real Postgres.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...unit, name: "sqlite", env: { DATABASE_URL: "" } } },
      { test: { ...unit, name: "pglite", env: { DATABASE_URL: "pglite:" } } },
      { test: { ...http, name: "http-sqlite", env: { DATABASE_URL: "" } } },
      ...(postgres
        ? [
            { test: { ...unit, name: "postgres", env: { DATABASE_URL: postgres } } },
            { test: { ...http, name: "http-postgres", env: { DATABASE_URL: postgres } } },
          ]
        : []),
    ],
  },
});
