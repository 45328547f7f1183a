import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { isLaterVersion } from "#app/lib/version-order.ts";
import { releaseSection } from "./changelog.ts";

// `npm run release -- VERSION`: the version in package.json, its section in the changelog, a commit and a tag with the notes.
// Changes nothing unless the work tree is clean, the version a later one and the changelog says what is new. Pushes nothing.

function run(program: string, args: readonly string[], input?: string): string {
  return execFileSync(program, args, { encoding: "utf8", input }).trim();
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const packageFile = z.looseObject({ version: z.string() });
const version = process.argv[2] ?? "";
const current = packageFile.parse(JSON.parse(readFileSync("package.json", "utf8"))).version;
const tag = `v${version}`;

if (!isLaterVersion(version, current)) refuse(`Name a version later than ${current}, such as 1.2.3.`);
if (run("git", ["status", "--porcelain"]) !== "") refuse("Commit or remove what has changed first.");
if (run("git", ["tag", "--list", tag]) !== "") refuse(`${tag} is there already.`);

let section: ReturnType<typeof releaseSection>;
try {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  section = releaseSection(changelog, { version, day: tokyoDay(new Date()) });
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error));
}
writeFileSync("CHANGELOG.md", section.changelog);
run("npm", ["version", version, "--no-git-tag-version", "--ignore-scripts"]);
run("git", ["add", "CHANGELOG.md", "package.json", "package-lock.json"]);
run("git", ["commit", "--quiet", "--message", `Version ${version}`]);
// A line of the notes that begins with "#" is no comment.
run(
  "git",
  ["tag", "--annotate", "--cleanup=verbatim", "--file=-", tag],
  `Mugen ${version}\n\n${section.notes}\n`,
);
console.log(
  `${tag} is tagged. Next: git push --follow-tags, then docker build --build-arg VERSION=${version} -t mugen:${version} .`,
);
