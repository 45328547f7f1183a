import { spawnSync } from "node:child_process";
import { beforeAll, expect, test, vi } from "vitest";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { discardUpload } from "#app/features/tracks/upload/server/begin-upload.server.ts";
import { findUpload } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import { orphanedUploads } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { maxTranscriptBytes, uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { db } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";
import { makeWav } from "#test/audio/make-audio.ts";
import { withDatabase } from "#test/database.ts";
import { errorResponse } from "../core/error-response.ts";
import { receiveAudio } from "./audio-upload.server.ts";
import { receivePicture } from "./picture-upload.server.ts";

// on one database: the rows of uploads have tests of their own (convert-upload.test.ts)
withDatabase();

let admin: AdminSession;
beforeAll(async () => {
  ({ admin } = await addAdminSession());
});

const part = (disposition: string, value: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
const end = Buffer.from("--x--\r\n");
const title = part('name="title"', "夜の音");
const audio = (bytes: Uint8Array = makeWav()) => part('name="audio"; filename="a.wav"', bytes);

/** A post of these parts, which come at once, as those of a small form do. */
const postOf = (parts: Uint8Array[], contentType = "multipart/form-data; boundary=x") =>
  new Request("http://localhost/admin/upload", {
    method: "POST",
    headers: { "Content-Type": contentType },
    body: new Uint8Array(Buffer.concat([...parts, end])),
  });

/** What the sender is told. */
const answerTo = (receiving: Promise<unknown>) =>
  receiving.then(
    () => null,
    (error: unknown) => {
      const { status, headers, body } = errorResponse(error, "");
      return [status, body.error, headers["Retry-After"]];
    },
  );

/** What uploads have left. */
async function leftovers(): Promise<unknown[]> {
  const files: string[] = [];
  for await (const key of audioStorage().list(orphanedUploads.prefix)) files.push(key);
  return [...files, ...(await db.select().from(trackUploads))];
}

const longTranscript = Buffer.alloc(maxTranscriptBytes + 1, "a");

test.each<[string, Uint8Array[], number, string]>([
  [
    "a text that is too long",
    [title, part('name="transcript"', longTranscript), audio()],
    400,
    uploadMessages.transcriptTooLarge,
  ],
  [
    "a second file",
    [part('name="audio"; filename="x"', ""), part('name="audio"; filename="y"', ""), audio(), audio()],
    400,
    uploadMessages.severalFiles,
  ],
])("what comes after %s, which is refused, is not stored", async (_, parts, status, message) => {
  const put = vi.spyOn(audioStorage(), "put");
  expect(await answerTo(receiveAudio({ request: postOf(parts), admin }))).toEqual([
    status,
    message,
    undefined,
  ]);
  // The first of several files had begun.
  expect(put.mock.calls.length).toBeLessThanOrEqual(message === uploadMessages.severalFiles ? 1 : 0);
  await Promise.allSettled(put.mock.results.map(({ value }) => value));
  expect(await leftovers()).toEqual([]);
  put.mockRestore();
});

test.each([
  ["in Shift_JIS", Buffer.from("41 3a 20 82 b1 82 f1 82 ce 82 f1 82 cd 81 42".replaceAll(" ", ""), "hex")],
  ["in UTF-16", Buffer.from("\uFEFFA: こんばんは。", "utf16le")],
])("a transcript %s is read as what it says", async (_, bytes) => {
  const transcript = part('name="transcript"; filename="a.txt"', bytes);
  const uploadId = await receiveAudio({ request: postOf([title, transcript, audio()]), admin });
  expect(await findUpload(uploadId)).toMatchObject({ script: "A: こんばんは。" });
  await discardUpload(uploadId);
  expect(await leftovers()).toEqual([]);
});

test.each([
  ["no boundary", "multipart/form-data"],
  ["an empty boundary", 'multipart/form-data; boundary=""'],
  ["a boundary of 300 letters", `multipart/form-data; boundary=${"x".repeat(300)}`],
  ["a boundary of 15,000 letters", `multipart/form-data; boundary=${"x".repeat(15_000)}`],
  ["another boundary than its parts have", "multipart/form-data; boundary=y"],
])("a form with %s can't be read", async (_, contentType) => {
  const request = postOf([title, audio()], contentType);
  expect(await answerTo(receiveAudio({ request, admin }))).toEqual([
    400,
    uploadMessages.unreadableForm,
    undefined,
  ]);
  expect(await leftovers()).toEqual([]);
});

test("a file's name is taken as Postgres can store it", async () => {
  const named = part(`name="audio"; filename*=UTF-8''a%00${"b".repeat(197)}%F0%9F%98%80.wav`, makeWav());
  const id = await receiveAudio({ request: postOf([title, named]), admin });
  expect(await findUpload(id)).toMatchObject({ fileName: `a${"b".repeat(197)}😀.` });
  await discardUpload(id);
});

test("a sender that goes away in the middle of a file leaves nothing, and is no fault of the server", async () => {
  const parts = [title, audio().subarray(0, 20_000)];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = parts.shift();
      if (next) controller.enqueue(next);
      else controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    },
  });
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body,
    duplex: "half",
  };
  const request = new Request("http://localhost/admin/upload", init);
  expect(await answerTo(receiveAudio({ request, admin }))).toEqual([
    400,
    uploadMessages.unreadableForm,
    undefined,
  ]);
  expect(await leftovers()).toEqual([]);
});

/** Bytes that a file may have, as for a disk that is full then; the database is far smaller. */
const roomBytes = 8_000_000;
const limitFiles = (bytes: number | "unlimited") =>
  spawnSync("prlimit", [`--fsize=${bytes}:`, "--pid", String(process.pid)]).status === 0;

test.runIf(spawnSync("prlimit", ["--version"]).status === 0)(
  "a disk that is full in the middle of a file is said as such, and the same file is taken when there is room",
  async () => {
    const sound = Buffer.concat([makeWav(), Buffer.alloc(roomBytes)]);
    const send = () => receiveAudio({ request: postOf([title, audio(sound)]), admin });
    const picture = () => receivePicture(postOf([part('name="image"; filename="a.jpg"', sound)]));
    expect(limitFiles(roomBytes)).toBe(true);
    try {
      for (const sending of [send, picture])
        expect(await answerTo(sending())).toEqual([503, expect.stringContaining("保存できない"), "30"]);
      expect(await leftovers()).toEqual([]);
    } finally {
      limitFiles("unlimited");
    }
    const uploadId = await send();
    expect(await leftovers()).toEqual([`uploads/${uploadId}`, expect.objectContaining({ state: "queued" })]);
    await (await picture()).file.close();
  },
);
