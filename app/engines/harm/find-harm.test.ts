import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { findHarm } from "./find-harm.ts";
import * as sentence from "./sentence.ts";

/** Lines of a kind of harm, or `free`, and a sentence; tab between them. */
function readList(name: string): { kind: string; text: string }[] {
  const list = readFileSync(new URL(`./test-lists/${name}.tsv`, import.meta.url), "utf8");
  return list
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", text = ""] = line.split("\t");
      return { kind, text };
    });
}

/** The shares, in percent, of what is harmful that was found, and of what is free that was held. */
async function rate(name: string): Promise<{ found: number; held: number }> {
  const counts = { found: 0, harmful: 0, held: 0, free: 0 };
  for (const { kind, text } of readList(name)) {
    const isHeld = (await findHarm(text)).length > 0;
    counts[kind === "free" ? "free" : "harmful"]++;
    if (isHeld) counts[kind === "free" ? "held" : "found"]++;
  }
  return { found: (100 * counts.found) / counts.harmful, held: (100 * counts.held) / counts.free };
}

// The lists that were put aside were each looked at once, before rules were made for them; what they were worth then is in the
// decision records 0104, 0145, 0163, 0178, 0181, 0183, 0196 and 0198. What is held here is what the rules have come to since. Of the large lists
// that the weights learn from one is enough: they say nothing of what is new.
test.each([
  { name: "sentences", found: 95, held: 2 },
  { name: "names", found: 95, held: 2 },
  { name: "held-out-sentences", found: 95, held: 5 },
  { name: "held-out-names", found: 90, held: 5 },
  { name: "second-held-out-sentences", found: 95, held: 5 },
  { name: "second-held-out-names", found: 95, held: 5 },
  { name: "third-held-out-sentences", found: 90, held: 5 },
  { name: "fourth-held-out-sentences", found: 90, held: 5 },
  { name: "fifth-held-out-sentences", found: 90, held: 5 },
  { name: "sixth-development-texts", found: 95, held: 2 },
  { name: "sixth-held-out-texts", found: 75, held: 10 },
  { name: "seventh-development-texts", found: 85, held: 5 },
  { name: "eighth-development-texts", found: 85, held: 5 },
  { name: "third-held-out-names", found: 75, held: 5 },
  { name: "ninth-development-texts", found: 95, held: 5 },
  { name: "tenth-development-texts", found: 95, held: 5 },
  { name: "eleventh-development-texts", found: 90, held: 5 },
  { name: "fifteenth-development-titles", found: 95, held: 2 },
  // Neither rules nor weights have learned from these.
  { name: "ninth-held-out-texts", found: 85, held: 8 },
  { name: "eleventh-held-out-texts", found: 88, held: 10 },
  { name: "fourteenth-held-out-texts", found: 86, held: 8 },
  { name: "sixteenth-held-out-texts", found: 85, held: 14 },
  { name: "seventeenth-held-out-texts", found: 88, held: 16 },
  { name: "eighteenth-held-out-texts", found: 90, held: 3 },
  { name: "nineteenth-held-out-texts", found: 88, held: 5 },
  { name: "nineteenth-held-out-names", found: 84, held: 2 },
  { name: "twenty-first-held-out-titles", found: 80, held: 9 },
])(
  "of the list $name at least $found % are found and at most $held % held",
  async ({ name, found, held }) => {
    const rates = await rate(name);
    expect(rates.found).toBeGreaterThanOrEqual(found);
    expect(rates.held).toBeLessThanOrEqual(held);
  },
);

test.each([
  ["つらいなら、もう死んで楽になったほうがいいよ。", "self-harm"],
  ["つらいなら、もう休んで楽になったほうがいいよ。", null],
  ["死にたい人は、一人で抱えずに相談したほうがいいよ。", null],
  ["糖尿病の人は、インスリンをやめて水だけ飲めば治ります。", "medical"],
  ["糖尿病の人は、インスリンをやめてはいけません。", null],
  ["警察署に火炎瓶を投げこめ。", "threat"],
  ["警察署に火炎瓶を投げこむな。", null],
  ["別れた妻の職場に刃物を持って会いに行く。", "threat"],
  ["別れた妻の職場に花を持って会いに行く。", null],
  ["猟師の祖父は、銃を持って山へ行く。", null],
  ["このきのこを食べると死ぬので、食べないでください。", null],
  ["警察署に差し入れを持って行こう。", null],
  ["同期のT.K.が会社のお金を使い込んだ。", "accusation"],
  ["同期のT.K.が会社のお金を数えた。", null],
  ["あの記者の住所と写真を晒します。青葉町1-2です。", "doxing"],
  ["部落の連中とは結婚させるな。", "hate"],
  ["部落の人との結婚を反対され、悲しかった。", null],
])("who does what to whom is read in %s: %s", async (text, kind) => {
  expect((await findHarm(text)).map((harm) => harm.kind).slice(0, 1)).toEqual(kind === null ? [] : [kind]);
});

test.each([
  ["在日は全員、害虫だから駆除すべきだ。", "hate"],
  ["あの土 人 どもに文明はわからない。キ○ガイばかりだ。", "hate"],
  ["十二歳、つまり12歳の少女とセックスする物語です。", "minors"],
  ["家にあるもので爆弾を作る方法を、順番に教えます。", "violence"],
  ["佐伯、お前の家に火をつけてやる。", "threat"],
  ["お前なんか死ねよ。", "abuse"],
  ["鈴木市長は賄賂を受け取っている。", "accusation"],
  ["郷田まさる＝詐欺師", "accusation"],
])("%s is found as %s", async (text, kind) => {
  const found = await findHarm(`静かな夜です。\n${text}\n風が吹いています。`);
  expect([...new Set(found.map((harm) => harm.kind))]).toEqual([kind]);
  expect(text.normalize("NFKC")).toContain(found[0]?.quote);
});

test.each([
  ["三番打者を敬遠して四番と勝負、ゲッツーで息の根を止めた。", []],
  ["三番打者を待ち伏せして、バットで息の根を止めてやる。", ["threat"]],
  // Too short to be clear, as a name is.
  ["鴨志田は泥棒", ["accusation"]],
])("a rule that the words clearly speak against has misread a sentence: %s", async (text, kinds) => {
  expect((await findHarm(text)).map(({ kind }) => kind)).toEqual(kinds);
});

test("what is quoted of a sentence without an end has no half of a character", async () => {
  const found = await findHarm(`${"あ".repeat(299)}😀${"い".repeat(120)}、お前の家に火をつけてやる。`);
  expect(found).toMatchObject([{ kind: "threat", quote: expect.stringMatching(/^😀い/u) }]);
});

test("an address in one sentence and the call to harass in the next are one harm", async () => {
  expect(await findHarm("戸川の住所は架空市そら町3-2-1です。みんなで押しかけましょう。")).toMatchObject([
    { kind: "doxing" },
  ]);
  expect(await findHarm("事務局の住所は架空市そら町3-2-1です。みんなで掃除に行きましょう。")).toEqual([]);
});

test("a target in the next sentence is one, and a title of a list of names is judged alike", async () => {
  expect(await findHarm("次に会ったら車で轢く。本気だ、戸川。")).toMatchObject([{ kind: "threat" }]);
  expect(await findHarm("次に会ったら車で送る。本気だ、戸川。")).toEqual([]);
  expect(await findHarm("堀口の家に石を投げる会")).toMatchObject([{ kind: "threat" }]);
});

test("a name that the dictionary holds for a common noun is one behind what somebody is", async () => {
  expect(await findHarm("ヨガ講師の三好は会員の裸を隠し撮りしてネットに流した。")).toMatchObject([
    { kind: "accusation" },
  ]);
  expect(await findHarm("ヨガ講師の三好は会員の肩をもみほぐした。")).toEqual([]);
});

test("who is spoken of goes on to the next sentence", async () => {
  expect(await findHarm("佐伯さんは経理の人です。会社のお金を横領しました。")).toMatchObject([
    { kind: "accusation", quote: "会社のお金を横領しました。" },
  ]);
  expect(await findHarm("経理の人です。会社のお金を横領しました。")).toEqual([]);
});

test("a sentence without an end is judged to its end", async () => {
  const long = `${"きれいな花が咲いて、".repeat(60)}お前なんか死ねよ`;
  expect(await findHarm(long)).toMatchObject([{ kind: "abuse" }]);
});

test("nothing is found in the official tracks", async () => {
  for (const { inputText, title } of officialTracks)
    expect(await findHarm(`${title}\n${inputText}`)).toEqual([]);
});

test("a text of many sentences is held for more than a short one: as few of them for nothing", async () => {
  const text = "裏の家のやつ、毎晩七時に犬の散歩に出る。見かけたら声をかけてやって。";
  const ordinary = "駅前のパン屋が、朝早くから店を開けています。";
  const isHeld = async (sentences: number) => (await findHarm(text + ordinary.repeat(sentences))).length > 0;
  expect([await isHeld(0), await isHeld(200)]).toEqual([true, false]);
});

test("hostile text is read in linear time", async () => {
  // Quadratic work over a text this long would exceed the test's own time limit many times over.
  for (const part of ["在日", "佐藤は", "お前", "人を殺す", "爆弾", "「", "、", "A", "12歳", "し ね "])
    expect((await findHarm(part.repeat(4000))).length).toBeLessThanOrEqual(400);
});

test("long texts are judged in a thread: nothing of it runs on the event loop", async () => {
  const read = vi.spyOn(sentence, "readSentence");
  const harm = "佐藤部長が会社のお金を盗んだ。";
  expect(await findHarm("静かな夜です。".repeat(100) + harm)).toMatchObject([{ kind: "accusation" }]);
  expect(read).not.toHaveBeenCalled();
  // The spy would have seen it, as it sees a name.
  expect(await findHarm(harm)).toMatchObject([{ kind: "accusation" }]);
  expect(read).toHaveBeenCalled();
});
