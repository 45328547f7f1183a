import { expect, test } from "vitest";
import { answerFromFile } from "./answer-from-file.ts";

const ask = async (range: string | null) => {
  const kept = new Response("0123456789", { headers: { "Content-Type": "audio/mpeg", "X-Kept-Track": "x" } });
  const answer = await answerFromFile(kept, range);
  const { status, headers } = answer;
  expect(headers.get("X-Kept-Track")).toBeNull();
  const body = await answer.text();
  expect(headers.get("Content-Length")).toBe(String(body.length));
  return { status, body, range: headers.get("Content-Range"), type: headers.get("Content-Type") };
};
const type = "audio/mpeg";

test("without a range a player gets the whole file", async () => {
  expect(await ask(null)).toEqual({ status: 200, body: "0123456789", range: null, type });
  expect(await ask("seconds=0-1")).toMatchObject({ status: 200, body: "0123456789" });
});

test.each([
  ["bytes=0-1", "01", "bytes 0-1/10"],
  ["bytes=0-", "0123456789", "bytes 0-9/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-4", "6789", "bytes 6-9/10"],
  ["bytes=-40", "0123456789", "bytes 0-9/10"],
  ["bytes=8-4000", "89", "bytes 8-9/10"],
  ["bytes=9-9", "9", "bytes 9-9/10"],
])("a part of the file: %s", async (asked, body, range) => {
  expect(await ask(asked)).toEqual({ status: 206, body, range, type });
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("beyond the end: %s", async (asked) => {
  expect(await ask(asked)).toMatchObject({ status: 416, body: "", range: "bytes */10" });
});
