import { expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { judgeHarm } from "./judge-harm.server.ts";

withDatabase();

const judge = (line: string) =>
  judgeHarm({ title: "夜", script: `A: ${line}\nB: そうですね。` }, { userId: "u" });

test("a line is judged as it is shown, whatever is heard, and as it is heard, whatever is shown", async () => {
  const shown = "お前を必ず殺してやる。";
  expect(await judge(shown)).toEqual([{ kind: "threat", quote: shown }]);
  expect(await judge("お前を必ず｜殺《な》してやる。")).toContainEqual({ kind: "threat", quote: shown });
  const heard = [{ kind: "threat", quote: "おまえをころしてやる。" }];
  expect(await judge("｜今日はいい天気ですね《おまえをころしてやる》。")).toEqual(heard);
  expect(await judge("｜今日は《オマエヲ》いい｜天気《コロシテヤル3》。")).toEqual([
    { kind: "threat", quote: "おまえをいいころしてやる。" },
  ]);
});

test("a usual reading of a place holds nothing", async () => {
  expect(await judge("｜橋《ハシ2》のたもとで、｜銀河《ぎんが》の話をしました。")).toEqual([]);
});

test("a title and a speaker's name are judged by themselves too, however long and harmless what follows it is", async () => {
  const script = Array.from(
    { length: 40 },
    (_, at) => `${at % 2 ? "B" : "A"}: 川の${at}番目の橋を渡ります。`,
  ).join("\n");
  const judgeTitle = (title: string) => judgeHarm({ title, script }, { userId: "u" });
  expect(await judgeTitle("塾講師・丹羽の万引き歴")).toHaveLength(1);
  expect(await judgeTitle("支店長の若槻は剣道三段だった")).toEqual([]);
  const judgeName = (name: string) =>
    judgeHarm({ title: "川", names: ["凪", name], script }, { userId: "u" });
  expect(await judgeName("ブスの早川、学校に来るな")).toHaveLength(1);
  expect(await judgeName("早川さん")).toEqual([]);
});
