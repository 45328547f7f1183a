import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { makePdf } from "#test/sources/make-sources.ts";
import { text } from "#test/sources/night-text.ts";
import { readSourceInProcess } from "./read-source-in-process.ts";

const inProcess = (
  content: string | Uint8Array,
  name: string,
  limits: { maxBytes?: number; timeoutMs?: number } = {},
) => readSourceInProcess({ bytes: Buffer.from(content), file: { name } }, { limits });

test("a process reads a source, and is killed for memory and time", async () => {
  expect(await inProcess(text, "夜.txt")).toEqual({
    name: "夜.txt",
    source: {
      kind: "text",
      title: "",
      blocks: [{ kind: "paragraph", text }],
      omitted: [],
      isTruncated: false,
    },
  });
  await expect(inProcess("", "a.txt")).rejects.toMatchObject({ reason: "empty" });
  // Unpacks to 150 MB of drawing, and a buffer that grows by doubling.
  const bomb = deflateSync(Buffer.alloc(150_000_000, "0 0 m "), { level: 1 });
  const drawn = makePdf([[]], { content: { dictionary: "/Filter/FlateDecode", bytes: bomb } });
  await expect(inProcess(drawn, "a.pdf", { maxBytes: 250_000_000 })).rejects.toMatchObject({
    reason: "too-costly",
  });
  await expect(inProcess(drawn, "a.pdf", { timeoutMs: 500 })).rejects.toMatchObject({ reason: "too-costly" });
});

test("a sent file's name is one that Postgres takes, and is cut between two characters", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mugen-form-"));
  const filename = `a\0${"𠮷".repeat(200)}.txt`;
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  await writeFile(path.join(folder, "form"), `${head}${text}\r\n--b--\r\n`);
  const form = await open(path.join(folder, "form"));
  const input = { formFd: form.fd, contentType: "multipart/form-data; boundary=b", field: "file" };
  expect((await readSourceInProcess(input)).name).toBe(`a${"𠮷".repeat(199)}`);
  await form.close();
  await rm(folder, { recursive: true });
});
