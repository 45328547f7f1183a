import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { browserOptions } from "./browser.ts";

const specs = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => file.split(path.sep).join("/"));

/** Projects of several specs, which share a server. */
const groups: Record<string, string[]> = {
  // Their people and tracks are their own, so that others' on the same server don't matter.
  shared: [
    "accounts/account",
    "api-docs",
    "creation/generation-watch",
    "accounts/invitations",
    "notifications",
    "creation/own-tracks",
    "accounts/people",
    "accounts/profile",
    "accounts/profile-picture",
    "shell",
    "support-pages",
    "toasts",
    "player/track-page",
  ].map((name) => `${name}.spec.ts`),
  // These look at one site, which is filled once for them.
  player: ["player", "player-input", "player-sheets", "shared-track"].map((name) => `player/${name}.spec.ts`),
  listening: ["listening", "early-play", "interruptions"].map((name) => `player/${name}.spec.ts`),
  reorder: ["reorder", "move-to-place"].map((name) => `playlists/${name}.spec.ts`),
};
const grouped = Object.values(groups).flat();
const alone = specs.filter((file) => !grouped.includes(file));

/** Journeys in the browser against the built server: three files at a time, for waiting leaves processors idle. */
export default defineConfig({
  testDir: ".",
  // A worker belongs to one project, and with it its server: no file sees what one of another project has left there.
  projects: [
    // One worker at a time, or each of two would start the group's server.
    ...Object.entries(groups).map(([name, testMatch]) => ({ name, testMatch, workers: 1 })),
    ...alone.map((file) => ({ name: path.basename(file, ".spec.ts"), testMatch: file })),
  ],
  workers: 3,
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
