import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { routeModuleFailure } from "./app/http/framework/route-module-failure.ts";

const root = import.meta.dirname;

const serverFolders = ["db", "jobs", "app/engines", "app/queue"].map(
  (folder) => path.join(root, folder) + path.sep,
);
/** What of the engines the browser needs as well: pure functions and lists. */
const sharedFiles = [
  "script/script",
  "script/categories",
  "script/text-kind",
  "pronunciations/katakana",
  "speech/voice-pace",
].map((name) => path.join(root, `app/engines/${name}.ts`));

/** `db/`, `jobs/`, the queue and the engines never reach the browser: the client build fails when a screen pulls one in. */
function serverFoldersStayOnServer(): Plugin {
  return {
    name: "mugen:server-folders-stay-on-server",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (serverFolders.some((folder) => id.startsWith(folder)) && !sharedFiles.includes(id)) {
        this.error(
          `${path.relative(root, id)} belongs to the server and was imported by code for the browser`,
        );
      }
    },
  };
}

/**
 * Tailwind puts what a plugin adds into a layer. A sheet with a layer that comes after the page was painted makes browsers compute
 * all styles of the page anew: 0.02 s of blocked time on a slow phone.
 */
function lateIconsHaveNoLayer(): Plugin {
  return {
    name: "mugen:late-icons-have-no-layer",
    transform: {
      filter: { id: /\/late-icons\.css(?!\?url)/ },
      handler(css) {
        const layer = /@layer base\s*\{/;
        if (!layer.test(css)) this.error("the icons are in no layer: this step can go");
        return css.replace(layer, "@media all{");
      },
    },
  };
}

/**
 * Few files compress better than many small ones: the libraries that every page needs, what stands around every
 * screen, and what lists of tracks share. Parts that are fetched later are in none of them, such as the card between tracks.
 */
const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
  {
    name: "shell",
    test: /[\\/]app[\\/](root|ui[\\/]page|features[\\/](premium[\\/]premium|daily-mix[\\/]mix-lengths))\.tsx?$/,
    priority: 2,
  },
  {
    name: "listening",
    test: /[\\/]app[\\/]features[\\/]((likes(?![\\/](queued|favorite-list))|playback(?![\\/](ad-break|media-errors|pauses|queue[\\/](edit-queue|follow-list|queue-sheet|queue-buttons|read-queue-page)|speed[\\/]use-choose-rate)))[\\/]|tracks[\\/](list[\\/]|track)|playlists[\\/]bookmark[\\/](use-bookmark|components[\\/](player-)?bookmark-button))/,
    minShareCount: 2,
    priority: 1,
  },
];

/** Packages of many files, which the build of the server includes: a start loads a few files instead of hundreds. */
const bundledPackages = [
  "drizzle-orm",
  "zod",
  "zod-openapi",
  /^@conform-to\//,
  "arctic",
  /^@oslojs\//,
  "jose",
  "remix-auth",
  "remix-auth-oauth2",
  "remix-auth-google",
  "@edgefirst-dev/data",
  "rate-limiter-flexible",
];

/** Functions of React Router that tell developers how it was used wrongly: in the console, or by an error before the one that follows. */
const adviceFunctions = ["warning", "warningOnce", "warnOnce", "invariant", "invariant2"];

/** How long plugins took is no warning about the program. */
const checks = { bundlerTimings: false };

export default defineConfig(({ command }) => ({
  plugins: [
    serverFoldersStayOnServer(),
    routeModuleFailure(),
    tailwindcss(),
    lateIconsHaveNoLayer(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
            // Every page loads the names of all files: a letter less of each is a hundred bytes.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
          },
          treeshake: { manualPureFunctions: adviceFunctions },
          checks,
        },
      },
    },
    ssr: {
      // In development Node loads them: Vite can run packages of ES modules only.
      resolve: command === "build" ? { noExternal: bundledPackages } : {},
      build: {
        target: "node24",
        rollupOptions: {
          input: {
            server: "./app/server/main.ts",
            worker: "./app/server/worker.ts",
            admin: "./app/cli/admin-command.ts",
            backup: "./app/cli/backup-command.ts",
            doctor: "./app/cli/doctor-command.ts",
            incident: "./app/cli/incident-command.ts",
            restore: "./app/cli/restore-command.ts",
            storage: "./app/cli/storage-command.ts",
            invite: "./app/cli/invite-command.ts",
            members: "./app/cli/members-command.ts",
            messages: "./app/cli/messages-command.ts",
            tracks: "./app/cli/tracks-command.ts",
            verify: "./app/cli/verify-command.ts",
            "pglite-process": "./app/queue/pglite-process.ts",
            "mix-thread": "./app/engines/audio/mix-thread.ts",
            "encode-thread": "./app/engines/audio/encode-thread.ts",
            "convert-process": "./app/engines/audio/conversion/convert-process.ts",
            "watchdog-thread": "./app/engines/watchdog-thread.ts",
            "read-source-process": "./app/engines/sources/read-source-process.ts",
            "words-thread": "./app/engines/words/words-thread.ts",
            "harm-thread": "./app/engines/harm/harm-thread.ts",
            "script-thread": "./app/engines/script/script-thread.ts",
            "hts-thread": "./app/engines/speech/hts/hts-thread.ts",
            "reading-thread": "./app/engines/speech/hts/reading-thread.ts",
            "draw-cover-process": "./app/features/covers/drawing/draw-cover-process.ts",
            "encode-picture-process": "./app/features/pictures/server/encode-picture-process.ts",
          },
          output: { chunkFileNames: "[name]-[hash].js" },
          checks,
        },
      },
    },
  },
}));
