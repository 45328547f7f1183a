import { expect, test } from "vitest";
import { readVerbs } from "./read-verbs.ts";

test.each([
  ["条件に当て嵌まる、当て嵌めない", "long", "条件にあてはまる、当て嵌めない"],
  ["紐を引っ張り、言葉を呟やいた", "short", "紐を引っ張り、言葉をつぶやいた"],
  ["林檎を嚙り、嚙って、嚙ろう", "short", "林檎をかじり、かじって、かじろう"],
])("%s: a verb of the table is read by its dictionary (%s)", (text, length, spoken) => {
  expect(readVerbs(text, length === "long" ? "long" : "short")).toBe(spoken);
});

test("は and へ are no particles where a verb begins with them", () => {
  expect(readVerbs("床を匐う、匐って", "short")).toBe("床をハう、はって");
});

test("a particle after a noun is no ending, and what stands behind a kanji or a number is no verb", () => {
  expect(readVerbs("この嚙がある", "short")).toBe("この嚙がある");
  expect(readVerbs("大嚙り", "short")).toBe("大嚙り");
  expect(readVerbs("一踏ん張りする", "long")).toBe("一踏ん張りする");
  expect(readVerbs("2踏ん張りする", "long")).toBe("2踏ん張りする");
});
