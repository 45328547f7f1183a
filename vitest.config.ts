import { defineConfig } from "vitest/config";

const shared = { include: ["{app,db,jobs}/**/*.test.{ts,tsx}"], testTimeout: 30_000, hookTimeout: 60_000 };

/** Every unit and integration test runs once for each database. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: "sqlite", env: { MUGEN_TEST_DATABASE: "sqlite" } } },
      { test: { ...shared, name: "pglite", env: { MUGEN_TEST_DATABASE: "pglite" } } },
    ],
  },
});
