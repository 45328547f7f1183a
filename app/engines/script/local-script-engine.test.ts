import { expect, test, vi } from "vitest";
import { builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import * as buildScript from "./build-script.ts";
import * as chooseKind from "./choose-kind.ts";
import { cleanText } from "./clean-text.ts";
import { composeScript, readText } from "./compose-script.ts";
import { createLocalScriptEngine, kindOfText } from "./local-script-engine.ts";
import { isHostPhrase } from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";
import { formatScript, parseScript } from "./script.ts";

const engine = createLocalScriptEngine();

function write(inputText: string, title?: string) {
  const { signal } = new AbortController();
  return engine.write(title === undefined ? { inputText, signal } : { inputText, title, signal });
}

/** The text of all turns without spaces, which joining may add or remove. */
function spoken(script: string): string {
  return parseScript(script)
    .map((turn) => turn.text)
    .join("")
    .replace(/\s/gu, "");
}

function expectInOrder(script: string, parts: readonly string[]): void {
  const said = spoken(script);
  let from = 0;
  for (const part of parts) {
    const bare = part.replace(/\s/gu, "");
    const at = said.indexOf(bare, from);
    expect(at, `「${part}」 is missing or out of order in:\n${script}`).toBeGreaterThanOrEqual(0);
    from = at + bare.length;
  }
}

async function expectSound(inputText: string, title?: string) {
  const written = await write(inputText, title);
  const turns = parseScript(written.script);
  expect(formatScript(turns)).toBe(written.script);
  expect(turns.length > 0).toBe(readBlocks(cleanText(inputText)).length > 0);
  expect(written.script.length).toBeLessThanOrEqual(inputText.trim().length * 1.7 + 400);
  expect(written.title.trim()).toBe(written.title);
  expect(written.title.length).toBeGreaterThanOrEqual(1);
  expect(written.title.length).toBeLessThanOrEqual(title === undefined ? 30 : 100);
  expect(written.labels.length).toBeGreaterThanOrEqual(1);
  expect(written.labels.length).toBeLessThanOrEqual(3);
  const known: readonly string[] = [...builtInCategories, fallbackCategory];
  for (const label of written.labels) expect(known).toContain(label);
  expect(written.script.isWellFormed()).toBe(true);
  expect(written.title.isWellFormed()).toBe(true);
  const { confidence, status, claims } = written.factCheck;
  expect({ confidence, status }).toEqual({ confidence: 0, status: "issues_found" });
  for (const { line, text, verdict } of claims) {
    expect(turns[line]?.text).toContain(text);
    expect(verdict).toBe("unchecked");
  }
  return written;
}

const longWord = "あ".repeat(2000);
const strange: readonly [string, string][] = [
  ["a single character", "猫"],
  ["emoji", "😀🎉👨‍👩‍👧‍👦🇯🇵"],
  ["one long word", longWord],
  ["one long word of pairs", "😀".repeat(1000)],
  ["one long Latin word", "a".repeat(2000)],
  ["English", "The sea was calm. It is 3.14 miles wide, Mr. Smith said! Was it? Nobody knew."],
  ["Arabic", "اللغة العربية جميلة. هل تعرفها؟ نعم، أعرفها جيدا."],
  ["Thai", "ภาษาไทยเป็นภาษาที่สวยงามและมีประวัติยาวนาน"],
  ["an address", "https://example.com/a/b?c=d&e=f#g"],
  ["marks only", "。。。！！？「」、、"],
  ["Markdown without words", "# \n---\n- \n```\n"],
  ["HTML without words", "<p></p><br><img src='x'>"],
  ["control characters", "\u0000\u0007こん\u001bにちは\u200b。\ufeffさようなら\u0085"],
  ["nothing visible", "\u200b\u200b"],
  ["lone surrogates", "\ud83dあ\ude00。い\ud800"],
  ["half-width kana", "ｺﾝﾆﾁﾊ｡ｹﾞﾝｷﾃﾞｽｶ?"],
  ["speaker marks without words", "A:\nB:\n"],
  ["an answer in a list of questions", "Q: なんですか\nA: りんごです\nQ: いくつですか\nA: ふたつです"],
  ["many short lines", "あ\n".repeat(1000)],
  ["many paragraphs", "い。\n\n".repeat(500)],
  ["many items", "- a\n".repeat(500)],
  ["many headings", "# a\n".repeat(500)],
  ["many questions", "え？".repeat(1000)],
  ["many quotations", "「う。」\n".repeat(400)],
  ["combining marks", `あ${"\u0301".repeat(1999)}`],
  ["unclosed quotations", "「『（(【“".repeat(300)],
  ["nested quotations", `${"「".repeat(900)}あ${"」".repeat(900)}`],
  ["tables", "|項目|値|\n|---|---|\n|空|青|"],
  ["dollar signs", "$& $1 $` $' は {title} と {topic} です。$$は、記号です。"],
];

test.each(strange)("%s gives a valid script", async (_name, text) => {
  const written = await expectSound(text);
  expectInOrder(
    written.script,
    readBlocks(cleanText(text)).map((line) => line.text),
  );
  await expectSound(text, "わたしの題".repeat(20));
});

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const alphabets: readonly (readonly string[])[] = [
  [..."あいうはがのとです。、\n「」？"],
  [..."月火水木金土日年。は、123０９①・\n \t"],
  [
    "なぜなら、",
    "しかし、",
    "海は",
    "です。",
    "ますか？",
    "「ええ。」",
    "\n",
    "\n\n",
    "- ",
    "# ",
    "必ず",
    "100%",
  ],
  [..."abcXYZ .!?,;:'\"()\n"],
  [..."#*-_`>|[]()!<>/=&;a \n"],
  ["<b>", "</b>", "<li>", "<p>", "<script>", "</script>", "<!--", "-->", "&amp;", "<", ">", "字", "。"],
  ["😀", "\u200d", "\ufe0f", "\ud83d", "\ude00", "👍🏽", "é", "\u0301", "ا", "ש", "ก", "\u202e", "。", "\n"],
  ["A: ", "B：", "Ａ:", "あ", "い。", "\n", "\n\n"],
];

test("any text gives a valid script with all of it, in order", async () => {
  const random = randomNumbers(20250529);
  for (let round = 0; round < 64; round++) {
    const alphabet = alphabets[round % alphabets.length] ?? [];
    let text = "";
    const length = 1 + Math.floor(random() ** 2 * 700);
    for (let at = 0; at < length; at++) text += alphabet[Math.floor(random() * alphabet.length)] ?? "";
    text = text.slice(0, 2000);
    if (text.trim() === "") continue;
    const written = await expectSound(text);
    if (alphabet.includes("A: ")) continue;
    expectInOrder(
      written.script,
      readBlocks(cleanText(text)).map((line) => line.text),
    );
  }
});

test.each(officialTracks)(
  "every sentence of $slug is spoken whole, by two hosts",
  async ({ inputText, title }) => {
    const written = await expectSound(inputText, title);
    const sentences = inputText
      .split("\n")
      .flatMap((line) => line.match(/(?:「[^」]*」|[^。「」])+。/gu) ?? []);
    expect(sentences.length).toBeGreaterThan(10);
    expectInOrder(written.script, sentences);
    const turns = parseScript(written.script);
    const byB = turns.filter((turn) => turn.speaker === "B");
    expect(byB.length).toBeGreaterThanOrEqual(3);
    const length = (some: typeof turns) => some.reduce((sum, { text }) => sum + text.length, 0);
    expect(length(byB) / length(turns)).toBeGreaterThanOrEqual(0.3);
    expect(length(byB) / length(turns)).toBeLessThanOrEqual(0.45);
  },
);

test.each(officialTracks)("no phrase of $slug is repeated in a row", async ({ inputText }) => {
  const { script } = await write(inputText);
  const own = parseScript(script)
    .map((turn) => turn.text)
    .filter(isHostPhrase);
  own.forEach((text, at) => {
    expect(text).not.toBe(own[at + 1]);
  });
});

test("the same text gives the same script, another text another one", async () => {
  const text = officialTracks[0]?.inputText ?? "";
  expect(await write(text)).toEqual(await write(text));
  const reactionsOf = async (input: string) => parseScript((await write(input)).script)[1]?.text;
  const replies = await Promise.all(officialTracks.map((track) => reactionsOf(track.inputText)));
  expect(new Set(replies).size).toBeGreaterThan(1);
});

test("a question of the text is read by the other speaker", async () => {
  const text =
    "海の水は、口に入れるととても塩からく感じられます。では、湖はどうでしょうか。湖にも少しだけ含まれています。";
  const { script } = await write(text);
  expect(parseScript(script).find((turn) => turn.text.includes("湖はどうでしょうか"))?.speaker).toBe("B");
});

test("a blank line of the text is a paragraph of the script, which is heard as a pause; other line breaks are not", async () => {
  const first = "川べりの道を、毎朝歩いています。水の音を聞いていると、一日のことがほどけていきます。";
  const { script } = await write(`${first.repeat(2)}\n\n次の日も、川は流れています。\n橋の上から見ました。`);
  const turns = parseScript(script);
  expect(turns.filter((turn) => turn.beginsParagraph).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^次の日も、川は/u),
  ]);
});

test("an interviewer asks for a reason where the next sentence gives it, and only about what has been named", async () => {
  const { signal } = new AbortController();
  const first =
    "坂の途中に、古い銭湯があります。煙突からは、夕方になると細い煙が出ています。湯気の匂いが、道まで流れてきます。";
  const bath =
    "銭湯は、もう六十年も続いています。番台には、いつも同じ人が座っています。湯船のふちには、同じ顔ぶれが並びます。話はたいてい途中で終わります。";
  const reason = "なぜなら、みんな急がないからです。魚屋の主人は、天気の話をします。";
  const asked = async (inputText: string) => {
    const { script } = await engine.write({ inputText, form: "interview", hasGreetings: false, signal });
    return parseScript(script).flatMap(({ speaker, text }) => (speaker === "B" ? [text] : []));
  };
  const [opening, topic, why] = await asked([first.repeat(2), bath.repeat(2), reason].join("\n\n"));
  expect(opening).not.toContain("銭湯");
  expect(topic).toContain("銭湯");
  expect(why).toMatch(/どうして|なぜ|理由/u);
});

test("a text that already is a script keeps its lines and speakers", async () => {
  const own = "A: こんばんは。\nＢ：どうも。\n続きです。\n\nA: では、また。";
  const { script } = await write(own);
  expect(script).toBe("A: こんばんは。\nB: どうも。\n続きです。\n\nA: では、また。");
});

test("a script of one speaker stays one of one speaker", async () => {
  expect((await expectSound("B: ひとりだけの台本です。")).script).toBe("B: ひとりだけの台本です。");
  expect((await expectSound("Ａ：ひとりだけの台本です。")).script).toBe("A: ひとりだけの台本です。");
});

test("hostile text is read in linear time", async () => {
  // Quadratic work on texts of this size would exceed the test's own time limit many times over.
  const parts = [
    "<",
    "<b ",
    "<script>",
    "<!--",
    "[",
    "[a](",
    "`",
    "*",
    "#",
    "# ",
    "「",
    "」",
    "「」",
    "1",
    "1.",
    "> ",
    "|",
    " ",
    "-",
    "a.",
    "?",
    "、",
    "\u0301",
  ];
  for (const part of parts) {
    const lines = readBlocks(cleanText(part.repeat(100_000)));
    expect(lines.every((line) => line.text.trim() !== "")).toBe(true);
  }
});

test("quotations stay whole and very long sentences are split at commas", async () => {
  const quote = `「${"長い会話です。".repeat(20)}」`;
  const clause = "波が寄せては返し、";
  const { script } = await write(`母は${quote}と言いました。${clause.repeat(60)}夜になりました。`);
  const turns = parseScript(script);
  expect(turns.some((turn) => turn.text.includes(quote))).toBe(true);
  const waves = turns
    .flatMap((turn) => turn.text.split("\n"))
    .filter((line) => line.startsWith("波が寄せては"));
  expect(waves.length).toBeGreaterThan(1);
  for (const line of waves.slice(0, -1)) expect(line).toMatch(/返し、$/u);
});

test("Markdown, HTML and list marks are removed", async () => {
  const { script, title } = await write(
    "# 夜の台所\n\n**湯気**を眺めます。<b>静か</b>です。[作り方](https://example.com)をどうぞ。\n\n1. 湯を沸かす\n2. 茶葉を入れる\n- 待つ",
  );
  expect(title).toBe("夜の台所");
  expect(script).not.toMatch(/[#*<>[\]]|https/u);
  expectInOrder(script, [
    "夜の台所",
    "湯気を眺めます。",
    "静かです。",
    "ひとつめ、湯を沸かす",
    "ふたつめ、茶葉を入れる",
    "待つ",
  ]);
});

test("ruby is spoken instead of what it stands over, and is no part of a title", async () => {
  const { script, title } = await write(
    "<h1><ruby>宇宙<rp>(</rp><rt>そら</rt><rp>)</rp></ruby>の話</h1><p>吾輩《わがはい》は猫である。名前はまだない。</p>",
  );
  expectInOrder(script, ["｜宇宙《そら》の話", "吾輩《わがはい》は猫である。"]);
  expect(title).toBe("宇宙の話");
});

test("comparison signs are not HTML", async () => {
  const { script } = await write("もしa<b and c>dなら、そうなりません。");
  expect(script).toContain("a<b and c>d");
});

test("reports ascending progress", async () => {
  const seen: number[] = [];
  await engine.write({
    inputText: "こんにちは。",
    signal: new AbortController().signal,
    onProgress: (percent) => seen.push(percent),
  });
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(seen.at(-1)).toBe(100);
});

test("nothing of it runs on the event loop: rules of texts that are made to be dear take a tenth of a second and more", async () => {
  const kind = vi.spyOn(chooseKind, "chooseKind");
  const build = vi.spyOn(buildScript, "buildScript");
  const inputText = "い。\n\n".repeat(500);
  const { script } = await write(inputText);
  expect(parseScript(script).some(({ speaker }) => speaker === "B")).toBe(true);
  // As for an engine that is a language model.
  const recipe =
    "材料（2人分）\n・玉ねぎ 1個\n・塩 小さじ1\n作り方\n1. 玉ねぎを切る。\n2. 中火で炒める。\n3. 塩を振る。";
  expect(await kindOfText(recipe)).toBe("recipe");
  expect(kind).not.toHaveBeenCalled();
  expect(build).not.toHaveBeenCalled();
  // The spies would have seen it.
  composeScript(readText({ inputText }), [], { inputText });
  expect(kind).toHaveBeenCalledOnce();
  expect(build).toHaveBeenCalledOnce();
});

test("stops when it is aborted, before and between its steps", async () => {
  const reason = new Error("やめます");
  await expect(engine.write({ inputText: "あ", signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const writing = engine.write({
    inputText: "あ",
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await expect(writing).rejects.toBe(reason);
  await expect(
    engine.revise({
      inputText: "あ",
      originalScript: "A: あ",
      issues: [],
      signal: AbortSignal.abort(reason),
    }),
  ).rejects.toBe(reason);
});

test("yields to the event loop", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("other work"));
  await write("こんにちは。").then(() => order.push("script"));
  expect(order).toEqual(["other work", "script"]);
});

test("headings of a text become the sections of its script, spoken as well", async () => {
  const { script } = await write("# 川\n水は冷たいです。\n\n# 海\n波が高いです。");
  expect(parseScript(script).flatMap(({ section }) => section ?? [])).toEqual(["川", "海"]);
  expectInOrder(script, ["川", "水は冷たいです", "海", "波が高いです"]);
});
