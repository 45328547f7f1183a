import { expect, test } from "vitest";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import { Unavailable } from "#app/features/domain-error.ts";
import { asUnavailable } from "./as-unavailable.server.ts";

test("an engine that fails or is late is unavailable; a fault of the program stays one", async () => {
  expect(await asUnavailable(Promise.resolve("sound"))).toBe("sound");
  const signal = AbortSignal.timeout(0);
  const late = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  await expect(asUnavailable(late)).rejects.toThrow(Unavailable);
  await expect(asUnavailable(Promise.reject(new EngineError("unavailable", "away")))).rejects.toThrow(
    Unavailable,
  );
  const fault = new TypeError("no voice");
  await expect(asUnavailable(Promise.reject(fault))).rejects.toBe(fault);
});
