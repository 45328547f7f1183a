import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeLeftoverSpeech } from "./open-jtalk.ts";

test("speech that nobody works on any more is removed, and nothing else", async () => {
  const workDir = await mkdtemp(join(tmpdir(), "mugen-work-"));
  const now = new Date();
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const [name, minutes] of [
    ["open-jtalk-left", 16],
    ["open-jtalk-running", 3],
    ["other", 60],
  ] as const) {
    await mkdir(join(workDir, name));
    await utimes(join(workDir, name), before(minutes), before(minutes));
  }
  await removeLeftoverSpeech(workDir, now);
  expect((await readdir(workDir)).toSorted()).toEqual(["open-jtalk-running", "other"]);
  await rm(workDir, { recursive: true });
  await removeLeftoverSpeech(workDir, now);
});
