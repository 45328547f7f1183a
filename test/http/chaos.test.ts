// alone, on Postgres: starts a whole fleet, and waits for it
// @module-tag release: breaks one part after another for a minute; the recovery of each has tests of its own
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { failOver, faults } from "../chaos/faults.ts";
import { PossibleStates } from "../chaos/possible-states.ts";
import { runChaos } from "../chaos/run-chaos.ts";
import { missingForFleet } from "../fleet/start-fleet.ts";

const { DATA_DIR: dataDir } = environment();

/** Each has a test of its own, and takes longer than all others. */
const elsewhere = ["web process: replaced", "connections: silent", failOver];
/** On a busy machine, with every silence that is waited for (ms). */
const maxMs = 600_000;

test.runIf(missingForFleet === undefined)(
  "while processes, databases, the bucket and Stripe fail one after the other, nothing that was answered is lost or done twice",
  async () => {
    const report = await runChaos({ ms: 0, seed: 1, members: 4, dataDir, without: elsewhere });
    expect(report?.differences).toEqual([]);
    expect(report?.faults.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(faults)
        .filter((name) => !elsewhere.includes(name))
        .toSorted(),
    );
    expect(report?.outcomes.done).toBeGreaterThan(100);
    expect(report?.things).toBeGreaterThan(30);
  },
  maxMs,
);

test("a thing that is in no state it can be in is a difference", () => {
  const states = new PossibleStates();
  states.record("like a 1", { before: "off", after: "on", outcome: "done" });
  states.record("like a 2", { before: "off", after: "on", outcome: "unknown" });
  states.record("like a 3", { before: "off", after: "on", outcome: "refused" });
  expect(states.differences("like", () => "on")).toEqual(["like a 3 is on, not off"]);
  expect(states.differences("like", () => "off")).toEqual(["like a 1 is off, not on"]);
  states.record("use a 1", { before: "0", after: "1", outcome: "unknown" });
  states.record("use a 2", { before: "0", after: "1", outcome: "done" });
  expect(states.sumOf("use a ")).toEqual([1, 2]);
});
