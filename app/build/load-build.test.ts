import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#app/config/project-root.ts";

/** A project whose commands say whether they were built anew, and whose sources are newer than its build. */
function makeProject() {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entryOf = (command: string) => path.join(folder, "build/server", `${command}.js`);
  const codeOf = (said: string) => `export const run = () => { console.log("${said}"); return 0; };`;
  mkdirSync(path.join(folder, "build/server"), { recursive: true });
  for (const command of ["backup", "members", "server"]) {
    writeFileSync(entryOf(command), codeOf("as it was"));
    utimesSync(entryOf(command), 0, 0);
  }
  for (const name of ["app/cli.mjs", "app/start.mjs", "app/build/load-build.mjs"])
    cpSync(path.join(projectRoot, name), path.join(folder, name));
  writeFileSync(path.join(folder, "vite.config.ts"), "");
  writeFileSync(
    path.join(folder, "make.mjs"),
    `import { writeFileSync } from "node:fs";
    for (const name of ["backup", "members", "server"]) writeFileSync(\`build/server/\${name}.js\`, ${JSON.stringify(codeOf("anew"))});`,
  );
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ type: "module", scripts: { build: "node make.mjs" } }),
  );
  const run = (file: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, file), ...args], {
      encoding: "utf8",
    });
    return { stdout, stderr };
  };
  return {
    start: () => run("app/start.mjs"),
    run: (command: string) => run("app/cli.mjs", command),
    entryOf,
  };
}

test("a start builds what is older than its sources", () => {
  expect(makeProject().start()).toMatchObject({ stdout: "anew\n" });
});

test("commands take the build as it is, from which a server may be running, and say so; one that is missing is built", () => {
  const { run, entryOf } = makeProject();
  for (const command of ["backup", "members"])
    expect(run(command)).toEqual({ stdout: "as it was\n", stderr: expect.stringContaining("built last") });
  rmSync(entryOf("backup"));
  expect(run("backup")).toMatchObject({ stdout: "anew\n" });
  expect(run("members")).toEqual({ stdout: "anew\n", stderr: "" });
});
