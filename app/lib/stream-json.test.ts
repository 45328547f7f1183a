import { expect, test } from "vitest";
import { streamJson } from "./stream-json.ts";

test.each([
  {},
  { at: new Date(0), none: null, list: [], one: ["「x」\n"], many: [{ a: [1, 2] }, null, "z"] },
])("%j is the same in parts", async (record) => {
  const text = await new Response(streamJson(record)).text();
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(record)));
});
