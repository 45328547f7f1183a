import { expect, test } from "vitest";
import { estimate, maxUse } from "./estimate.ts";
import { simulateQueue } from "./simulate-queue.ts";

test("one process waits as theory says, several share the load, and none waits without any", () => {
  const kinds = [{ share: 1, ms: 5 }];
  const simulate = (perSecond: number, processes: number) =>
    simulateQueue({ perSecond, kinds, processes, requests: 300_000, seed: 1 }).meanMs;
  // M/M/1: use ÷ (1 − use) × service.
  expect(Math.abs(simulate(100, 1) / 5 - 1)).toBeLessThan(0.05);
  expect(Math.abs(simulate(160, 1) / 20 - 1)).toBeLessThan(0.1);
  // Erlang C for two processes at half of their time: a third of the requests wait, 5 ms each.
  expect(Math.abs(simulate(200, 2) / (5 / 3) - 1)).toBeLessThan(0.05);
  expect(simulate(1, 8)).toBeLessThan(0.01);
  expect(simulate(100, 1)).toBe(simulate(100, 1));
});

test("no process is busier than it may be, and ten times the members need ten times the machines once there are many", () => {
  for (const members of [1, 1_000, 250_000, 10_000_000]) {
    const { webCores, webProcesses, workerCores, workerProcesses } = estimate(members);
    expect(webCores / webProcesses).toBeLessThanOrEqual(maxUse);
    expect(workerCores / workerProcesses).toBeLessThanOrEqual(maxUse);
  }
  const [some, more] = [estimate(100_000_000), estimate(1_000_000_000)];
  expect(more.webProcesses / some.webProcesses).toBeCloseTo(10, 0);
  expect(more.storageGb).toBeCloseTo(10 * some.storageGb);
});
