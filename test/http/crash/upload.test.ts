// @module-tag release: kills servers while files are converted; other crashes stand for its recovery
import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { makeWav } from "../../audio/make-audio.ts";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

/** The last one that was started: what restarts after the first crash is the next to crash. */
let server: RunningServer | undefined;
afterAll(() => server?.kill());

const dataDir = process.env.DATA_DIR ?? "";

async function start(crashAt?: string): Promise<{ server: RunningServer; admin: Client }> {
  const running = await startServer({ dataDir, ...(crashAt ? { env: { CRASH_AT: crashAt } } : {}) });
  server = running;
  return { server: running, admin: await Client.signedInAsAdmin(running.origin) };
}

/** Files of the storage and of conversions. */
const filesOf = (): string[] =>
  readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.mp3$|\.tmp-|uploads.[0-9a-f]|upload-/.test(file) && !file.includes("seed-"),
  );

const list = z.array(z.object({ title: z.string() }));

test("killed with both files stored: one track comes after the restart, and nothing else is left", async () => {
  const title = "停止";
  const crashing = await start("upload-stored");
  const before = filesOf().length;
  const form = new FormData();
  form.set("title", title);
  form.set("audio", new File([new Uint8Array(makeWav({ seconds: 5 }))], "a.wav"));
  const headers = { Accept: "application/json", Prefer: "respond-async" };
  // On SQLite the server itself may be gone before it answers.
  await crashing.admin.fetch("/admin/upload", { method: "POST", body: form, headers }).catch(() => null);
  await crashing.server.ended;
  await crashing.server.kill();

  const { admin } = await start("upload-received");
  const found = async () =>
    list
      .parse(await (await admin.get("/api/tracks?limit=100")).json())
      .filter((track) => track.title === title);
  await expect.poll(found, { timeout: 60_000, interval: 300 }).toHaveLength(1);
  await expect.poll(() => filesOf().length).toBe(before + 2);
  expect(await found()).toHaveLength(1);
});

test("killed when the file has come: the page says that it must be sent again, and nothing is left", async () => {
  const admin = await Client.signedInAsAdmin(server?.origin ?? "");
  const before = filesOf();
  const form = new FormData();
  form.set("title", "届いた直後");
  form.set("audio", new File([new Uint8Array(makeWav())], "a.wav"));
  await admin.fetch("/admin/upload", { method: "POST", body: form }).catch(() => null);
  await server?.ended;
  await server?.kill();
  const restarted = await start();
  // With workers of their own the row is given up after two minutes; unit tests do that.
  if (!process.env.DATABASE_URL) {
    expect(await (await restarted.admin.get("/admin/upload")).text()).toContain(uploadMessages.interrupted);
    await expect.poll(filesOf).toEqual(before);
  }
  await restarted.server.stop();
});
