import { expect, test, vi } from "vitest";
import { logger } from "#app/logger.server.ts";
import { inTurn } from "./in-turn.ts";

test("a step that takes longer than the time to the next run runs once, and holds up no other; one that fails runs again", async () => {
  vi.spyOn(logger, "error").mockImplementation(() => {});
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const failing = vi.fn(async () => {
    throw new Error("the bucket is away");
  });
  const slow = vi.fn(() => promise);
  const last = vi.fn(async () => {});
  const run = inTurn([failing, slow, last]);
  const first = run();
  await vi.waitFor(() => expect(slow).toHaveBeenCalled());
  await run();
  await run();
  expect([failing, slow, last].map(({ mock }) => mock.calls.length)).toEqual([3, 1, 2]);
  end();
  await first;
  await run();
  expect([failing, slow, last].map(({ mock }) => mock.calls.length)).toEqual([4, 2, 4]);
  vi.restoreAllMocks();
});
