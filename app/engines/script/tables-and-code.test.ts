import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";
import { readBlocks } from "./read-blocks.ts";

const linesOf = (text: string) => readBlocks(cleanText(text)).map((line) => line.text);

test.each([
  [
    "Markdown",
    "料金です。\n\n| 店 | 価格 | 席数 |\n|---|--:|---|\n| 本店 | 500円 | 20 |\n| 駅前店 | 650円 | - |\n\n以上です。",
    ["料金です。", "本店は、価格が500円、席数が20。", "駅前店は、価格が650円。", "以上です。"],
  ],
  [
    "HTML",
    "<table><tr><th>月</th><th>売上</th></tr><tr><td>4月</td><td>120万円</td></tr></table>",
    ["4月は、売上が120万円。"],
  ],
  [
    "a spreadsheet",
    "品名\t数量\t単価\nりんご\t3\t120円\nみかん\t10\t40円",
    ["りんごは、数量が3、単価が120円。", "みかんは、数量が10、単価が40円。"],
  ],
  ["two columns", "|項目|値|\n|---|---|\n|空|青|", ["空は、青。"]],
  ["rows without heads", "|空|青|\n|海|緑|", ["空、青", "海、緑"]],
])("the rows of a table are told with their heads: %s", (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test.each([
  [
    "between marks",
    "使い方です。\n```ts\nconst a = 1;\nconsole.log(a);\n```\n出力は1です。",
    ["使い方です。", "ここにTypeScriptのコードが2行あります。", "出力は1です。"],
  ],
  ["HTML", "<p>例。</p><pre><code>print(1)\nprint(2)</code></pre>", ["例。", "ここにコードが2行あります。"]],
  [
    "lines that only a program has",
    "こう書きます。\nfunction add(a, b) {\n  return a + b;\n}\nこれだけです。",
    ["こう書きます。", "ここにコードが3行あります。", "これだけです。"],
  ],
  ["a poem between marks", "```\n春の海\nひねもすのたり\n```", ["春の海", "ひねもすのたり"]],
  ["an unclosed mark", "```\nおわり。", ["おわり。"]],
  ["a word of code in a sentence", "`npm start` で動きます。", ["npm start で動きます。"]],
])("a program is announced, not read: %s", (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
