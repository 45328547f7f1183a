// Loads entries of the built server, after a new build when it is missing, or older than the sources at a start. Plain
// JavaScript, so that a Node that is too old can still print what to do.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const sources = [
  "app",
  "db",
  "jobs",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

/**
 * Imports `build/server/{name}.js`. Changes to the project's folder, so that relative settings such as DATA_DIR mean it. `asItIs`:
 * also when the sources are newer. A build empties the folder that a running server still loads its parts from.
 */
export async function importBuild(name, { asItIs = false } = {}) {
  process.chdir(root);
  requireNode();
  const entry = path.join(root, "build/server", `${name}.js`);
  const isThere = existsSync(entry);
  const isCurrent = isThere && !isOutdated(entry);
  if (isThere && !isCurrent && asItIs)
    console.error("This is the version that was built last; the next start builds that of the sources.");
  const isUsable = asItIs ? isThere : isCurrent;
  // A Docker image has no sources.
  if (existsSync(path.join(root, "vite.config.ts")) && !isUsable) build();
  process.env.NODE_ENV ??= "production";
  // A fifth of a start is compiling. A new build empties the folder; where it can't be written, nothing is cached.
  module.enableCompileCache(path.join(root, "build/server/compile-cache"));
  return import(pathToFileURL(entry).href);
}

/** What to print of an error that ended the program: its message where that suffices, else the error itself. */
export function describeStartError(error) {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isExpected(cause)) return cause.message || cause.errors?.[0]?.message || cause.code;
  return error;
}

/** Whether the message tells an operator what is wrong: settings, rights, the disk, an address, the database server. */
function isExpected({ name, code = "", syscall, errors }) {
  return (
    [
      "BackupError",
      "DamagedCopy",
      "DataFolderInUse",
      "DatabaseNotReady",
      "InvalidEnvironment",
      "MoveError",
    ].includes(name) ||
    [syscall, errors?.[0]?.syscall].some((call) => typeof call === "string") ||
    // Postgres refuses the connection, does not know the database, is away or full.
    /^(08|28|3D|53|57)...$/.test(code) ||
    /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)/.test(code)
  );
}

function requireNode() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major >= 24) return;
  console.error(
    `Mugen needs Node 24, this is ${process.version}. "npm ci" brings Node 24 along and npm's scripts use it;` +
      " if its install script was not allowed, install Node 24 yourself.",
  );
  process.exit(1);
}

const isOutdated = (entry) =>
  newestMtime(entry) < Math.max(...sources.map((name) => newestMtime(path.join(root, name))));

/** Modification time of the newest file below `file`, tests aside, in ms; 0 when it does not exist. */
function newestMtime(file) {
  if (/\.test\.tsx?$/.test(file)) return 0;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newestMtime(path.join(file, name))), 0);
}

function build() {
  console.error("Building …");
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
