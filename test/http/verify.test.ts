import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { beforeAll, expect, test } from "vitest";
import { keySetSchema, provenanceReply } from "#app/features/provenance/provenance.schema.ts";
import {
  keysPath,
  maxVerifiedBytes,
  verifyMessages,
  verifyPath,
} from "#app/features/provenance/provenance.ts";
import { hashOlderFiles } from "#app/features/tracks/server/track-sounds.server.ts";
import { db } from "#db/client.ts";
import { renditions } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";

withDatabase();

const title = `たしかめる夜 ${randomUUID()}`;
let visitor: Client;
let trackId: number;
let file: Buffer;

beforeAll(async () => {
  visitor = new Client(sharedServer().origin);
  const { id: userId } = await addMember();
  const dataDir = process.env.DATA_DIR ?? "";
  [trackId = 0] = await addSoundingTracks({ dataDir, userId, titles: [title], seconds: 7 });
  await hashOlderFiles();
  const [row] = await db.select().from(renditions).where(eq(renditions.trackId, trackId));
  file = readFileSync(path.join(dataDir, "files", row?.storageKey ?? ""));
});

function send(content: Uint8Array<ArrayBuffer> | null, name = "file"): Promise<Response> {
  const form = new FormData();
  if (content) form.append(name, new File([content], "a.mp3", { type: "audio/mpeg" }));
  else form.append("x", "1");
  return visitor.fetch(verifyPath, { method: "POST", body: form, headers: { Accept: "text/html" } });
}

test("a visitor without JavaScript sends a file or a link and reads what is known of it, and nothing is kept", async () => {
  const downloaded = Buffer.from(await (await visitor.get(`/audio/${trackId}.mp3`)).arrayBuffer());
  for (const [content, answer] of [
    [downloaded, "変わっていません"],
    [file, "変わっていません"],
    [file.subarray(0, file.length / 2), "わかりません"],
    [Buffer.from("RIFF"), "MP3の音声が見つかりません"],
  ] as const) {
    const page = await (await send(new Uint8Array(content))).text();
    expect(page).toContain(answer);
    expect(page.includes(title)).toBe(answer === "変わっていません");
  }
  const link = await (await visitor.get(`${verifyPath}?url=${visitor.origin}/track/${trackId}`)).text();
  expect(link).toContain("公開されてから、訂正されていません");
  expect(link).toContain(title);
});

test("a form without a file, a body that is no form and a file that is too large are refused", async () => {
  for (const refused of [
    await send(null),
    await send(new Uint8Array()),
    await send(new Uint8Array(file), "other"),
  ]) {
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(verifyMessages.noFile);
  }
  expect((await visitor.form(verifyPath, { file: "x" })).status).toBe(415);
  const sent = request(visitor.origin + verifyPath, {
    method: "POST",
    headers: {
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(maxVerifiedBytes + 1_000_000),
      Accept: "text/html",
    },
  });
  sent.on("error", () => {});
  sent.write("--x\r\n");
  const [large] = await once(sent, "response");
  expect(large.statusCode).toBe(400);
  expect(await text(large)).toContain(verifyMessages.tooLarge);
  sent.destroy();
});

test("other programs check a manifest with the site's keys", async () => {
  const { jws, manifest } = provenanceReply.parse(
    await (await visitor.get(`/api/tracks/${trackId}/provenance`)).json(),
  );
  const answer = await visitor.get(keysPath);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const keys = keySetSchema.parse(await answer.json());
  const { payload } = await compactVerify(jws, createLocalJWKSet(keys));
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(manifest);
  expect(manifest.track.address).toContain(`/track/${trackId}`);
});
