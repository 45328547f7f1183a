import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { validate } from "#app/features/validate.ts";
import { db, write } from "#db/client.ts";
import { objectionFiles, objections } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { eraseOldObjections } from "./erase-objections.server.ts";
import { findEvidenceFile, listEvidence, orphanedEvidence } from "./evidence.server.ts";
import { evidenceTypeOf } from "./evidence-type.ts";
import { fileObjection } from "./file-objection.server.ts";
import { maxEvidenceBytes, maxEvidenceOfCase } from "./objection.ts";
import { addObjectorMessage, closeObjection } from "./objection-verbs.server.ts";
import { objectionSchema } from "./objections.schema.ts";
import { readOwnObjection } from "./objections.server.ts";

withDatabase();

beforeEach(async () => {
  await write((tx) => tx.delete(objections));
  for (const key of await storedKeys()) await audioStorage().remove(key);
});

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const zip = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00];
const fileOf = (content: readonly number[] | string, name: string) =>
  new File([typeof content === "string" ? content : Uint8Array.from(content)], name);

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of audioStorage().list("evidence/")) keys.push(key);
  return keys;
}

async function file(files: File[]) {
  const objection = validate(objectionSchema, {
    ...{ target: "https://other.example/7", party: "voice", demand: "take-down" },
    ...{ explanation: "わたしの声です。", name: "響", email: "typed@example.com" },
  });
  const filed = await fileObjection({ viewer: null, objection, files });
  if (!filed) throw new Error("not filed");
  const [row] = await db.select().from(objections).where(eq(objections.receipt, filed.receipt));
  return { ...filed, id: row?.id ?? 0 };
}

test("bytes say what a file is", () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const kinds = {
    png: Uint8Array.from(png),
    jpg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
    webp: bytes("RIFF....WEBPVP8 "),
    wav: bytes("RIFF....WAVEfmt "),
    pdf: bytes("%PDF-1.7"),
    mp3: Uint8Array.of(0xff, 0xfb, 0x90, 0x00),
    txt: new TextEncoder().encode("わたしの声です。\r\n\t三月"),
  };
  for (const [kind, content] of Object.entries(kinds)) expect(evidenceTypeOf(content), kind).toBe(kind);
  expect(evidenceTypeOf(bytes("ID3\x04\0"))).toBe("mp3");
  const hostile = {
    zip: Uint8Array.from(zip),
    program: bytes("\x7fELF\x02\x01\x01"),
    "windows program": bytes("MZ\x90\0"),
    film: bytes("RIFF....AVI LIST"),
    "shift_jis text": Uint8Array.of(0x82, 0xa0, 0x82),
    "layer II": Uint8Array.of(0xff, 0xfd, 0x90, 0x00),
    "control characters": bytes("text\x1b[2J"),
  };
  for (const [kind, content] of Object.entries(hostile)) expect(evidenceTypeOf(content), kind).toBe(null);
});

test("a refused file leaves no objection and nothing in the storage", async () => {
  const good = fileOf(png, "a.png");
  const cases: [string, File[]][] = [
    ["受け付けていない種類", [good, fileOf(zip, "b.png")]],
    ["空のファイル", [fileOf([], "c.png")]],
    ["大きすぎます", [new File([new Uint8Array(maxEvidenceBytes + 1)], "d.wav")]],
    ["3個まで", [good, good, good, good]],
  ];
  for (const [message, files] of cases) {
    const refused = await file(files).catch((error: unknown) => error);
    expect(refused, message).toBeInstanceOf(Invalid);
    expect(JSON.stringify(refused instanceof Invalid && refused.fields)).toContain(message);
  }
  expect(await db.$count(objections)).toBe(0);
  expect(await storedKeys()).toEqual([]);
});

test("evidence is of one case alone, is saved under its true type, and goes with the texts", async () => {
  const filed = await file([fileOf(png, "C:\\証拠\\\u202egnp.exe"), fileOf("覚え書き", "メモ.txt")]);
  const [picture, note] = await listEvidence(filed.id);
  expect([picture?.name, note?.name]).toEqual(["gnp.exe", "メモ.txt"]);
  const found = await findEvidenceFile({ objectionId: filed.id, fileId: picture?.id ?? 0 });
  expect(found).toMatchObject({ filename: "gnp.exe.png", isAttachment: true, bytes: 8 });
  const elsewhere = findEvidenceFile({ objectionId: filed.id + 1, fileId: picture?.id ?? 0 });
  await expect(elsewhere).rejects.toThrow(NotFound);
  // Posted twice it is one, with its files.
  await file([fileOf(png, "C:\\証拠\\\u202egnp.exe"), fileOf("覚え書き", "メモ.txt")]);
  const keys = await storedKeys();
  expect(keys).toHaveLength(2);
  await audioStorage().put("evidence/lost.png", Uint8Array.from(png));
  expect(await orphanedEvidence.findOrphans([...keys, "evidence/lost.png"])).toEqual(["evidence/lost.png"]);
  await audioStorage().remove("evidence/lost.png");

  const actor = { kind: "admin", name: "admin" } as const;
  const year = 365 * 24 * 60 * 60 * 1000;
  const decided = { actor, seenVersion: 1, text: "済みました。", outcome: "settled" } as const;
  await closeObjection({ ...decided, id: filed.id, now: new Date(Date.now() - year) });
  await eraseOldObjections();
  expect(await db.$count(objectionFiles)).toBe(0);
  await expect.poll(storedKeys).toEqual([]);
});

test("a form that is sent again with a forgotten file adds it to the case, and tells the operators", async () => {
  const filed = await file([]);
  const [contract, original] = [fileOf("%PDF-1.7", "契約.pdf"), fileOf(png, "原画.png")];
  const sentAgain = await file([contract, original]);
  expect(sentAgain).toEqual(filed);
  // Also at once, and with what is known.
  await Promise.all([file([contract, fileOf("1", "1.txt")]), file([fileOf("1", "1.txt")])]);
  const names = ["契約.pdf", "原画.png", "1.txt"];
  expect((await listEvidence(filed.id)).map(({ name }) => name)).toEqual(names);
  expect(await storedKeys()).toHaveLength(names.length);
  const { entries, version } = await readOwnObjection(filed);
  expect(entries).toMatchObject([
    { kind: "message", author: "響", text: "添えたファイル：契約.pdf、原画.png" },
    { kind: "message", text: "添えたファイル：1.txt" },
  ]);
  // A decision that has not seen them is refused.
  expect(version).toBe(3);
  // Without new files nothing changes.
  expect(await file([])).toEqual(filed);
  expect(await db.$count(objections)).toBe(1);
  expect((await readOwnObjection(filed)).version).toBe(3);
  for (let from = 3; from < maxEvidenceOfCase; from += 3)
    await file([from, from + 1, from + 2].map((number) => fileOf(`${number}`, `${number}.txt`)));
  await expect(file([fileOf("more", "more.txt")])).rejects.toMatchObject({
    message: expect.stringMatching(/12個まで.*すでに受け付けています/),
  });
  expect(await storedKeys()).toHaveLength(maxEvidenceOfCase);
});

test("an objector adds files with or without words, until the case has twelve", async () => {
  const filed = await file([fileOf(png, "a.png")]);
  await addObjectorMessage({ ...filed, message: "", files: [fileOf("1", "1.txt")] });
  // The same file again is no message.
  await addObjectorMessage({ ...filed, message: "", files: [fileOf("1", "1.txt"), fileOf(png, "b.png")] });
  expect((await listEvidence(filed.id)).map(({ name }) => name)).toEqual(["a.png", "1.txt"]);
  await expect(addObjectorMessage({ ...filed, message: "" })).rejects.toThrow(Invalid);
  for (let from = 2; from < maxEvidenceOfCase; from += 2) {
    const files = [from, from + 1].map((number) => fileOf(`${number}`, `${number}.txt`));
    await addObjectorMessage({ ...filed, message: `さらに${from}`, files });
  }
  const more = addObjectorMessage({ ...filed, message: "もう一つ", files: [fileOf("more", "more.txt")] });
  await expect(more).rejects.toThrow(QuotaReached);
  const wrong = addObjectorMessage({ ...filed, token: "wrong", message: "", files: [fileOf("x", "x.txt")] });
  await expect(wrong).rejects.toThrow(NotFound);
  expect(await storedKeys()).toHaveLength(maxEvidenceOfCase);
});
