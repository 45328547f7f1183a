import { expect, test } from "vitest";
import { runShutdownSteps } from "./shutdown-steps.server.ts";

test("steps that hang, each within its grace, don't add up to more than the end may take", async () => {
  const begun: string[] = [];
  const hanging = ["requests", "queue", "database"].map((name) => ({
    name,
    graceMs: 60_000,
    end: () => {
      begun.push(name);
      return new Promise(() => {});
    },
  }));
  await runShutdownSteps(hanging, 50);
  expect(begun).toEqual(["requests", "queue", "database"]);
});
