import { expect, test } from "vitest";
import { applyReadings } from "#app/engines/pronunciations/apply-readings.ts";
import { listAuditLog } from "#app/features/audit/list-audit-log.server.ts";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { pronunciations } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { maxPronunciations } from "../pronunciations.ts";
import { parsePronunciations, pronunciationsAsCsv, pronunciationsAsJson } from "../pronunciations-file.ts";
import { findLexicon, listPronunciations } from "./list-pronunciations.server.ts";
import {
  deletePronunciation,
  importPronunciations,
  savePronunciation,
} from "./pronunciation-verbs.server.ts";
import { runPronunciationsForm } from "./run-pronunciations-form.server.ts";

withDatabase();

const admin = { kind: "admin", name: "admin" } as const;
const site = { kind: "site", actor: admin } as const;
const ofMember = async () => ({ kind: "member", viewer: await addMember() }) as const;

test("a member's reading goes before the site's, and is nobody else's", async () => {
  const [own, other] = [await ofMember(), await ofMember()];
  await savePronunciation({ owner: site, entry: { word: "宍粟", reading: "シソー", accent: null } });
  await savePronunciation({ owner: own, entry: { word: "宍粟", reading: "シサワ", accent: 1 } });
  const said = async (userId: string | null) => applyReadings("宍粟です", await findLexicon(userId));
  expect(await said(own.viewer.id)).toBe("シサワです");
  expect(await said(other.viewer.id)).toBe("シソーです");
  expect(await said(null)).toBe("シソーです");
  expect((await listAuditLog({ withAutomated: true, limit: 10 })).rows.map(({ action }) => action)).toEqual([
    "reading.save",
  ]);
});

test("one entry a word, whatever its case; another one can't take it", async () => {
  const owner = await ofMember();
  const first = await savePronunciation({
    owner,
    entry: { word: "NVIDIA", reading: "エヌビディア", accent: null },
  });
  const again = await savePronunciation({
    owner,
    entry: { word: "nvidia", reading: "ンビディア", accent: null },
  });
  expect(again.id).toBe(first.id);
  const other = await savePronunciation({
    owner,
    entry: { word: "AMD", reading: "エーエムディー", accent: null },
  });
  const taken = savePronunciation({
    owner,
    id: other.id,
    entry: { word: "Nvidia", reading: "ア", accent: null },
  });
  await expect(taken).rejects.toThrow(Invalid);
  await deletePronunciation({ owner, id: other.id });
  expect((await listPronunciations(owner.viewer.id)).map(({ word }) => word)).toEqual(["nvidia"]);
});

test("entries of others are not found", async () => {
  const [own, other] = [await ofMember(), await ofMember()];
  const { id } = await savePronunciation({
    owner: own,
    entry: { word: "匝瑳", reading: "ソーサ", accent: null },
  });
  await expect(deletePronunciation({ owner: other, id })).rejects.toThrow(NotFound);
  const entry = { word: "匝瑳", reading: "ア", accent: null };
  await expect(savePronunciation({ owner: other, id, entry })).rejects.toThrow(NotFound);
});

test("the limit holds for members who save at the same time, and an import over it changes nothing", async () => {
  const owner = await ofMember();
  const { id } = owner.viewer;
  const rows = Array.from({ length: maxPronunciations.member - 1 }, (_, i) => ({
    userId: id,
    owner: id,
    word: `言葉${i}`,
    wordKey: `言葉${i}`,
    reading: "コトバ",
    updatedAt: new Date(),
  }));
  await write((tx) => tx.insert(pronunciations).values(rows));
  const saved = await Promise.allSettled(
    ["一番", "二番", "三番"].map((word) =>
      savePronunciation({ owner, entry: { word, reading: "バン", accent: null } }),
    ),
  );
  expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(importPronunciations({ owner, text: "四番,よばん" })).rejects.toThrow(QuotaReached);
  expect(await listPronunciations(id)).toHaveLength(maxPronunciations.member);
  expect(await importPronunciations({ owner, text: "言葉0,ことのは" })).toBe(1);
  expect(await listPronunciations(id)).toContainEqual(
    expect.objectContaining({ word: "言葉0", reading: "コトノハ" }),
  );
});

test("what is exported can be imported", () => {
  const entries = [
    { word: "A, B", reading: "エービー", accent: null },
    { word: '"引用"', reading: "インヨー", accent: 0 },
    { word: "=1+1", reading: "イチ", accent: 2 },
  ];
  expect(parsePronunciations(pronunciationsAsCsv(entries))).toEqual(entries);
  expect(parsePronunciations(pronunciationsAsJson(entries))).toEqual(entries);
});

/** 「宍粟,シソウ」 and 「東雲,しののめ,2」, as a spreadsheet of Japanese Windows saves them. */
const shiftJis = "8e b3 88 be 2c 83 56 83 5c 83 45 0d 0a 93 8c 89 5f 2c 82 b5 82 cc 82 cc 82 df 2c 32 0d 0a";

test("a file in Shift_JIS is read like one in UTF-8; one that is no text is refused", async () => {
  const owner = await ofMember();
  const send = (...parts: BlobPart[]) =>
    runPronunciationsForm(owner, { intent: "import", text: "", file: new File(parts, "読み.csv") });
  await send(Buffer.from(shiftJis.replaceAll(" ", ""), "hex"));
  await send("蔓延,マンエン\n");
  expect((await listPronunciations(owner.viewer.id)).map(({ word, reading }) => [word, reading])).toEqual(
    expect.arrayContaining([
      ["宍粟", "シソウ"],
      ["東雲", "シノノメ"],
      ["蔓延", "マンエン"],
    ]),
  );
  const refused = { fields: { text: [expect.stringContaining("文字コード")] } };
  await expect(send(new Uint8Array(200).map((_, at) => at))).rejects.toMatchObject(refused);
});

test.each([
  ["", "貼り付けるか"],
  ["言葉,読み\n宍粟,しそう\n匝瑳,souza", "3行目：読みは、ひらがなかカタカナで入力してください"],
  ["[{]", "JSONを読み取れません"],
  ['[{"word":"宍粟"}]', "1件目：読みを入力してください"],
  ["宍粟,しそう,9", "1行目：アクセントは"],
])("an import of %j is refused with its place", (text, message) => {
  expect(() => parsePronunciations(text)).toThrow(message);
});
