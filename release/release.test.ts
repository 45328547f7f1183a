import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#app/config/project-root.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { isLaterVersion } from "#app/lib/version-order.ts";
import { releaseSection } from "./changelog.ts";

test.each([
  ["1.0.0", "0.9.9", true],
  ["0.10.0", "0.9.9", true],
  ["0.1.1", "0.1.0", true],
  ["0.1.0", "0.1.0", false],
  ["0.0.9", "0.1.0", false],
  ["1.0", "0.1.0", false],
  ["1.0.0-rc.1", "0.1.0", false],
])("%s comes after %s: %s", (version, current, isLater) =>
  expect(isLaterVersion(version, current)).toBe(isLater),
);

test("a changelog that says nothing new, or has no place for it, makes no version", () => {
  const as = { version: "1.0.0", day: "2026-12-01" };
  expect(() => releaseSection("# Changes\n", as)).toThrow("no section");
  expect(() => releaseSection("# Changes\n\n## Unreleased\n\n## 0.1.0 · 2026-01-01\n\n- Old.\n", as)).toThrow(
    "says nothing",
  );
});

let folder = "";
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

/** A repository of this package with something to release. */
function makeRepository(): void {
  folder = mkdtempSync(path.join(tmpdir(), "mugen-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["package.json", "package-lock.json"])
    copyFileSync(path.join(projectRoot, name), path.join(folder, name));
  writeFileSync(
    path.join(folder, "CHANGELOG.md"),
    "# Changes\n\n## Unreleased\n\n- A voice more.\n\n## 0.0.1 · 2026-01-01\n\n- The first.\n",
  );
  git("init", "--quiet");
  git("config", "user.name", "Release");
  git("config", "user.email", "release@example.com");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Start");
}

function release(version: string): { status: number | null; said: string } {
  const program = path.join(projectRoot, "release", "release.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, version], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("a release is a commit with its version and section, and a tag with the notes; the same again, a change or an older version is refused", () => {
  makeRepository();
  expect(release("0.0.1").status).toBe(1);
  writeFileSync(path.join(folder, "new.txt"), "");
  expect(release("9.0.0")).toMatchObject({ status: 1, said: expect.stringContaining("Commit or remove") });
  rmSync(path.join(folder, "new.txt"));
  expect(git("log", "--oneline").split("\n")).toHaveLength(1);

  expect(release("9.0.0").status).toBe(0);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "-1", "--format=%s")).toBe("Version 9.0.0");
  for (const name of ["package.json", "package-lock.json"])
    expect(JSON.parse(read(name)).version).toBe("9.0.0");
  expect(read("CHANGELOG.md")).toBe(
    `# Changes\n\n## Unreleased\n\n## 9.0.0 · ${tokyoDay(new Date())}\n\n- A voice more.\n\n## 0.0.1 · 2026-01-01\n\n- The first.\n`,
  );
  expect(git("tag", "--list", "--format=%(contents)")).toBe("Mugen 9.0.0\n\n- A voice more.");
  expect(release("9.0.0").status).toBe(1);
  // Nothing new has been written.
  expect(release("9.0.1")).toMatchObject({ status: 1, said: expect.stringContaining("says nothing") });
});
