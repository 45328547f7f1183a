// Starts the built server, building first when the build is missing or older than the sources. Plain JavaScript,
// so that a Node that is too old can still say what to do.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `Mugen needs Node 24, this is ${process.version}. "npm ci" brings Node 24 along and "npm start" uses it;` +
      " if its install script was not allowed, install Node 24 yourself.",
  );
  process.exit(1);
}

const sources = [
  "app",
  "db",
  "jobs",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];
const built = path.join(root, "build/server/server.js");

function newest(file) {
  if (!existsSync(file)) return 0;
  const stats = statSync(file);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), 0);
}

const canBuild = existsSync(path.join(root, "vite.config.ts"));
if (
  canBuild &&
  (!existsSync(built) || newest(built) < Math.max(...sources.map((name) => newest(path.join(root, name)))))
) {
  console.log("Building …");
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
}

process.env.NODE_ENV ??= "production";
try {
  const { run } = await import(pathToFileURL(built).href);
  await run();
} catch (error) {
  const expected =
    ["DataFolderInUse", "InvalidEnvironment"].includes(error?.name) || error?.code === "EADDRINUSE";
  console.error(expected ? `Mugen can't start: ${error.message}` : error);
  process.exit(1);
}
