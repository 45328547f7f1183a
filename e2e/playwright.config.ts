import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { browserOptions } from "./browser.ts";

const specs = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".spec.ts"));

/** Specs whose people and tracks are their own, so that others' on the same server don't matter. */
const shared = [
  "account",
  "api-docs",
  "generation-watch",
  "invitations",
  "notifications",
  "own-tracks",
  "people",
  "profile",
  "shell",
  "support-pages",
  "toasts",
  "track-page",
].map((name) => `${name}.spec.ts`);
const alone = specs.filter((file) => !shared.includes(file));

/** Journeys in the browser against the built server: two files at a time, for waiting leaves a processor idle. */
export default defineConfig({
  testDir: ".",
  // A worker belongs to one project, and with it its server: no file sees what one of another project has left there.
  projects: [
    { name: "shared", testMatch: shared },
    ...alone.map((file) => ({ name: path.basename(file, ".spec.ts"), testMatch: file })),
  ],
  globalSetup: "../test/queue-folder.ts",
  workers: 2,
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
    // What a journey takes from the network it shall not get from a worker; the installed app's own allows it.
    serviceWorkers: "block",
  },
});
