import { expect, test } from "vitest";
import { z } from "zod";
import { createLanguageModel } from "./language-model.ts";
import type { ProviderAccess } from "./provider-access.ts";

const done = async () => {};
const access: ProviderAccess = {
  enterCircuit: async () => ({ succeed: done, fail: done }),
  countRequest: async () => ({ succeed: done, abort: done, fail: done }),
};

test("half a character and NUL in an answer's escapes reach no row", async () => {
  const text = String.raw`{"lines": ["夜\ud83dの\u0000音", "\ud83c\udf19"]}`;
  const send = async () => ({ text, usage: {} });
  const model = createLanguageModel({ engine: "test", model: "test", send }, { purpose: "script", access });
  const schema = z.object({ lines: z.array(z.string()) });
  const { signal } = new AbortController();
  expect(await model.complete({ system: "", prompt: "", schema, signal })).toEqual({
    lines: ["夜\ufffdの音", "\u{1f319}"],
  });
});
