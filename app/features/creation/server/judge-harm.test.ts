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
