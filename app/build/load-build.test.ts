import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#app/config/project-root.ts";

/** A project whose commands say whether they were built anew, and whose sources are newer than its build. */
function makeProject(): { run: (command: string) => string; entryOf: (command: string) => string } {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entryOf = (command: string) => path.join(folder, "build/server", `${command}.js`);
  const codeOf = (said: string) => `export const run = () => { console.log("${said}"); return 0; };`;
  mkdirSync(path.join(folder, "build/server"), { recursive: true });
  for (const command of ["backup", "members"]) {
    writeFileSync(entryOf(command), codeOf("as it was"));
    utimesSync(entryOf(command), 0, 0);
  }
  for (const name of ["app/cli.mjs", "app/build/load-build.mjs"])
    cpSync(path.join(projectRoot, name), path.join(folder, name));
  writeFileSync(path.join(folder, "vite.config.ts"), "");
  writeFileSync(
    path.join(folder, "make.mjs"),
    `import { writeFileSync } from "node:fs";
    for (const name of ["backup", "members"]) writeFileSync(\`build/server/\${name}.js\`, ${JSON.stringify(codeOf("anew"))});`,
  );
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ type: "module", scripts: { build: "node make.mjs" } }),
  );
  const run = (command: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, "app/cli.mjs"), command], {
      encoding: "utf8",
    });
    return stdout.trim() || stderr;
  };
  return { run, entryOf };
}

test("a backup takes the build as it is, from which a server may be running; other commands build what is outdated", () => {
  const { run, entryOf } = makeProject();
  expect(run("backup")).toBe("as it was");
  expect(readFileSync(entryOf("members"), "utf8")).toContain("as it was");
  rmSync(entryOf("backup"));
  expect(run("backup")).toBe("anew");
});

test("a command whose build is older than the sources is built first", () => {
  const { run } = makeProject();
  expect(run("members")).toBe("anew");
});
