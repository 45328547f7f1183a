// @module-tag release: encodes pictures of every kind under a limit of memory; uploads meet some of them
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "#app/config/project-root.ts";
import { friendlyFiles, heavyFiles, hostileFiles, turnedPhoto } from "#test/pictures.ts";
import { runEncoder } from "./run-encoder.server.ts";
import { spoolToTempFile } from "./spool-to-temp-file.server.ts";

/** The colour of one pixel of an encoded file. */
async function colourAt(file: Uint8Array, left: number, top: number) {
  const { data } = await sharp(file)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { red: data[0] ?? 0, blue: data[2] ?? 0 };
}

/** The encoder's answer for a form with one file. */
async function encode(bytes: Uint8Array) {
  const form = new FormData();
  form.set("image", new File([new Uint8Array(bytes)], "x"));
  const { headers, body } = new Response(form);
  if (!body) throw new Error("a form has a body");
  const file = await spoolToTempFile(body);
  try {
    return await runEncoder({ contentType: headers.get("Content-Type") ?? "", file });
  } finally {
    await file.close();
  }
}

test("a photo is turned upright", async () => {
  const { large } = await encode(await turnedPhoto());
  const [top, bottom] = [await colourAt(large, 256, 50), await colourAt(large, 256, 460)];
  expect(top.red).toBeGreaterThan(200);
  expect(bottom.blue).toBeGreaterThan(200);
});

// sharp reads the files here; the encoder under test runs in a process of its own, where only four formats are known.
// isolated: what this process has in memory counts for a process that it starts
test("pictures as people have them become two plain square WebP files, others are refused, and none costs more than 300 MB", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-pictures-"));
  const friendly = await friendlyFiles();
  const hostile = await hostileFiles();
  const files = [...hostile, ...heavyFiles(), ...friendly];
  for (const [n, { bytes }] of files.entries()) writeFileSync(path.join(folder, String(n)), bytes);
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { encodePicture, UnusablePicture } from "#app/features/pictures/server/encode-picture.ts";
    const taken = [];
    for (let n = 0; n < ${files.length}; n++) {
      const file = process.argv[1] + "/" + n;
      try {
        const { large, small } = await encodePicture(readFileSync(file));
        writeFileSync(file + ".large", large);
        writeFileSync(file + ".small", small);
        taken.push(n);
      } catch (error) {
        if (!(error instanceof UnusablePicture)) throw error;
      }
    }
    console.log(JSON.stringify({ taken, kilobytes: process.resourceUsage().maxRSS }));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder], { cwd: projectRoot });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
  await once(child, "close");
  const { taken, kilobytes } = z
    .object({ taken: z.number().array(), kilobytes: z.number() })
    .parse(JSON.parse(printed));
  const names = taken.map((n) => files[n]?.what);
  expect(names.filter((what) => hostile.some((file) => file.what === what))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(friendly.map(({ what }) => what)));
  expect(kilobytes / 1024).toBeLessThan(300);
  for (const { what } of friendly) {
    const n = files.findIndex((file) => file.what === what);
    for (const [name, edge] of [
      ["large", 512],
      ["small", 96],
    ] as const) {
      const file = readFileSync(path.join(folder, `${n}.${name}`));
      const about = await sharp(file).metadata();
      expect([about.format, about.width, about.height, about.pages ?? 1], what).toEqual([
        "webp",
        edge,
        edge,
        1,
      ]);
      expect([about.exif, about.xmp, about.icc, about.orientation], what).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(file.includes("secret-owner"), what).toBe(false);
    }
  }
  rmSync(folder, { recursive: true });
});
