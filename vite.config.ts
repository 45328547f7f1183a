import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;

/** `db/` and `jobs/` never reach the browser: the client build fails when a screen pulls one in. */
function serverFoldersStayOnServer(): Plugin {
  const guarded = ["db", "jobs"].map((folder) => path.join(root, folder) + path.sep);
  return {
    name: "mugen:server-folders-stay-on-server",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (guarded.some((folder) => id.startsWith(folder))) {
        this.error(
          `${path.relative(root, id)} belongs to the server and was imported by code for the browser`,
        );
      }
    },
  };
}

export default defineConfig({
  plugins: [serverFoldersStayOnServer(), tailwindcss(), reactRouter()],
  environments: {
    client: { build: { assetsInlineLimit: 0 } },
    ssr: {
      build: {
        target: "node24",
        rollupOptions: {
          input: {
            server: "./app/server.ts",
            worker: "./jobs/worker.ts",
            invite: "./app/operators/invite.ts",
            members: "./app/operators/members.ts",
            "mix-thread": "./jobs/engines/audio/mix-thread.ts",
            "encode-thread": "./jobs/engines/audio/encode-thread.ts",
            "espeak-thread": "./jobs/engines/speech/espeak-thread.ts",
            "draw-cover-process": "./app/features/covers/draw-cover-process.ts",
            "encode-picture-process": "./app/features/pictures/encode-picture-process.ts",
          },
          output: { chunkFileNames: "[name]-[hash].js" },
        },
      },
    },
  },
});
