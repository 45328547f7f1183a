import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { createFolderStorage } from "#app/features/storage/server/folder-storage.server.ts";
import { protectDataFolder } from "./protect-data-folder.ts";

const { DATA_DIR } = environment();
const modeOf = (name: string) => (statSync(path.join(DATA_DIR, name)).mode & 0o777).toString(8);

let umask: number;
beforeEach(() => {
  umask = process.umask();
  chmodSync(DATA_DIR, 0o755);
});
afterEach(() => {
  process.umask(umask);
  environment().STREAM_ACCEL = undefined;
  for (const name of readdirSync(DATA_DIR)) rmSync(path.join(DATA_DIR, name), { recursive: true });
});

test("an existing data folder, its database and its folders are the program's alone, and so is what it makes", () => {
  writeFileSync(path.join(DATA_DIR, "mugen.sqlite"), "", { mode: 0o644 });
  for (const folder of ["mail", "files"]) mkdirSync(path.join(DATA_DIR, folder), { mode: 0o755 });
  protectDataFolder();
  writeFileSync(path.join(DATA_DIR, "new"), "");
  mkdirSync(path.join(DATA_DIR, "new-folder"));
  expect(["", "mugen.sqlite", "mail", "files", "new", "new-folder"].map(modeOf)).toEqual([
    "700",
    "600",
    "700",
    "700",
    "600",
    "700",
  ]);
});

test("nginx, in the program's group, comes to the audio files and to nothing else", async () => {
  environment().STREAM_ACCEL = "nginx";
  mkdirSync(path.join(DATA_DIR, "files"), { mode: 0o755 });
  protectDataFolder();
  const root = path.join(DATA_DIR, "files");
  await createFolderStorage({ root, isGroupReadable: true }).put("audio/a/64.mp3", Buffer.from("x"));
  await createFolderStorage({ root }).put("audio/b/64.mp3", Buffer.from("x"));
  expect(
    ["", "files", "files/audio", "files/audio/a", "files/audio/a/64.mp3", "files/audio/b/64.mp3"].map(modeOf),
  ).toEqual(["710", "750", "750", "750", "640", "600"]);
});
