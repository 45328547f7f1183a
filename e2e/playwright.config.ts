import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import "../test/drizzle-imports.ts";
import { browserOptions } from "./browser.ts";

/** Specs whose people and tracks are their own: they share a server, for others' on it don't matter to them. */
const shared = [
  "accounts/account",
  "api-docs",
  "contact",
  "creation/generation-watch",
  "accounts/gate",
  "accounts/invitations",
  "notifications/arriving",
  "notifications/reading",
  "objection",
  "old-browser",
  "creation/own-tracks",
  "creation/replaced-script",
  "creation/sources",
  "creation/word-readings",
  "accounts/people",
  "accounts/profile",
  "accounts/profile-picture",
  "shell",
  "support-pages",
  "toasts",
  "player/other-device",
  "player/track-page",
].map((name) => `**/${name}.spec.ts`);

/** All but the way in: what it posts counts against a limit per address and minute, which the others' passwords use up. */
const admin = /\/admin\/(?!way-in)[^/]+\.spec\.ts$/;

/** Those whose owners and tracks are their own; the others are about who else's there are. */
const playlists = /\/playlists\/(?!bookmark|own-playlists)[^/]+\.spec\.ts$/;

/** All that need of the site is that it sells, at a Stripe that they share too. */
const premium = /\/premium\/(?!offers)[^/]+\.spec\.ts$/;

// What a test stores beside a server would be audio without a database in `./data`, and `npm start` would refuse it.
process.env.DATA_DIR = path.join(tmpdir(), "mugen-e2e-files");

/** Journeys in the browser against the built server: four files at a time, for waiting leaves processors idle. */
export default defineConfig({
  testDir: ".",
  projects: [
    // One worker at a time, or each would start a server.
    { name: "shared", testMatch: shared, workers: 1 },
    { name: "admin", testMatch: admin, workers: 1 },
    { name: "playlists", testMatch: playlists, workers: 1 },
    { name: "premium", testMatch: premium, workers: 1 },
    { name: "journeys", testIgnore: [...shared, admin, playlists, premium] },
  ],
  // What a change rarely breaks and costs much time is kept for before a release.
  ...(process.env.TEST_SCOPE === "change" ? { grepInvert: /@release/ } : {}),
  workers: 4,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  outputDir: path.join(tmpdir(), "mugen-e2e-results"),
  reporter: "list",
  use: {
    ...(await browserOptions()),
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 375, height: 812 },
    // Every picture of an animation is drawn by a processor; what moves has tests that ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Without one a page that never comes would hold its test for all of its time.
    navigationTimeout: 120_000,
    screenshot: "only-on-failure",
    // What a journey takes from the network it shall not get from a worker; specs about the installed app allow it.
    serviceWorkers: "block",
  },
});
