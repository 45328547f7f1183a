import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { browserOptions } from "./browser.ts";

/** Journeys in the browser against the built server, one after the other: they share one machine's two cores. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: path.join(tmpdir(), "mugen-e2e-results"),
  reporter: "list",
  use: {
    ...(await browserOptions()),
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 375, height: 812 },
    screenshot: "only-on-failure",
  },
});
