import { afterEach, expect, test, vi } from "vitest";
import { diagnoseError } from "./diagnose-error.ts";

afterEach(() => vi.unstubAllGlobals());

test.each<[code: number, status: number | null, found: number]>([
  [2, 200, 2],
  [3, 200, 3],
  [4, 200, 4],
  [4, 404, 4],
  [4, 503, 2],
  [4, null, 2],
  [0, null, 2],
  [0, 200, 4],
])("code %i, and the source answers %s", async (code, status, found) => {
  vi.stubGlobal("fetch", async () => {
    if (status === null) throw new TypeError("Failed to fetch");
    return { status };
  });
  expect(await diagnoseError(code, "/api/stream/1")).toBe(found);
});
