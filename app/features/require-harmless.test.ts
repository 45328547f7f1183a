import { beforeEach, expect, test, vi } from "vitest";
import * as findHarm from "#app/engines/harm/find-harm.ts";
import { withDatabase } from "#test/database.ts";
import { isHarmless, requireHarmless } from "./require-harmless.server.ts";

withDatabase();

const analyses = vi.spyOn(findHarm, "findHarm");
beforeEach(() => {
  analyses.mockClear();
});

test("a text that comes again is not analysed again, and is refused as before", async () => {
  for (let time = 0; time < 2; time++) {
    expect(await Promise.all([isHarmless("灯台守 はるか"), isHarmless("灯台守 はるか")])).toEqual([
      true,
      true,
    ]);
    await expect(requireHarmless({ name: "お前を殺す。", message: "灯台守 はるか" })).rejects.toMatchObject({
      fields: { name: [expect.stringContaining("「お前を殺す。」は、")] },
    });
  }
  expect(analyses.mock.calls.map(([text]) => text)).toEqual(["灯台守 はるか", "お前を殺す。"]);
});

test("a text whose analysis failed is analysed anew", async () => {
  analyses.mockRejectedValueOnce(new Error("the thread has ended"));
  await expect(isHarmless("帆布 そら")).rejects.toThrow("the thread has ended");
  expect(await isHarmless("帆布 そら")).toBe(true);
});

test("the latest hundred are remembered, and no long text", async () => {
  analyses.mockResolvedValue([]);
  for (let n = 0; n <= 100; n++) await isHarmless(`名前 ${n}`);
  await isHarmless("名前 1");
  expect(analyses).toHaveBeenCalledTimes(101);
  await isHarmless("名前 0");
  expect(analyses).toHaveBeenCalledTimes(102);
  const long = "夜".repeat(501);
  await isHarmless(long);
  await isHarmless(long);
  expect(analyses).toHaveBeenCalledTimes(104);
});
