import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { signManifest } from "#app/features/provenance/server/sign-manifest.server.ts";
import { listKeys } from "#app/features/provenance/server/site-keys.server.ts";
import { withDatabase } from "#test/database.ts";
import { addTrack, correct, download, newSound, origin } from "#test/provenance.ts";
import { run as verify } from "./verify-command.ts";

withDatabase();

test("the command checks a file without the site: as it is, with other tags, corrected since, another one, a forged manifest", async () => {
  const { viewer, trackId, file } = await addTrack();
  const folder = await mkdtemp(path.join(tmpdir(), "verify-"));
  const put = async (name: string, content: string | Uint8Array) => {
    const target = path.join(folder, name);
    await writeFile(target, content);
    return target;
  };
  const manifest = async () =>
    put("manifest.json", JSON.stringify((await signManifest({ viewer: null, trackId, origin })).provenance));
  const [kept, keys] = [
    await put("kept.mp3", file),
    await put("keys.json", JSON.stringify(await listKeys())),
  ];
  const tagged = await put("tagged.mp3", await download(trackId));
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(console, "error").mockReturnValue();
  const first = await manifest();
  for (const same of [kept, tagged])
    expect(await verify([same, "--manifest", first, "--keys", keys])).toBe(0);
  expect(await verify([kept, "--manifest", first]), "nobody knows the key").toBe(3);
  const other = await put("other.mp3", await newSound());
  expect(await verify([other, "--manifest", first, "--keys", keys])).toBe(1);
  const { jws } = JSON.parse(await readFile(first, "utf8"));
  const [head, , signature] = jws.split(".");
  const forged = Buffer.from('{"format":"mugen-provenance/1"}').toString("base64url");
  for (const wrong of [`${head}.${forged}.${signature}`, "x", '{"jws":1}'])
    expect(await verify([kept, "--manifest", await put("wrong", wrong), "--keys", keys])).toBe(1);
  await correct(viewer, trackId, await newSound());
  out.mockClear();
  expect(await verify([kept, "--manifest", await manifest(), "--keys", keys])).toBe(0);
  expect(String(out.mock.calls)).toContain("corrected since");
  expect(await verify([kept])).toBe(2);
  out.mockRestore();
  err.mockRestore();
});
