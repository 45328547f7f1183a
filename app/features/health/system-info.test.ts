import { expect, test } from "vitest";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { emails } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { readSystemInfo } from "./system-info.server.ts";

withDatabase();

test("the system tells what it consists of and what waits", async () => {
  const before = await readSystemInfo();
  await write((tx) =>
    tx.insert(emails).values({
      id: "waiting",
      to: "kanade@example.com",
      template: "contact",
      values: {},
      dueAt: new Date(),
      createdAt: new Date(),
    }),
  );
  await startTextTask({
    actor: { kind: "operator" },
    inputText: "夜の話",
    speakingRate: 1,
  });
  const info = await readSystemInfo();
  expect(info).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.versions.node,
    platform: expect.any(String),
    database: {
      kind: dialect === "sqlite" ? "SQLite" : "PostgreSQL",
      version: expect.stringMatching(/^\d+\./),
      bytes: expect.any(Number),
    },
    engines: { script: "local", factCheck: "local", speech: expect.any(String), themes: "local" },
    queues: {
      creation: { waiting: expect.any(Number), running: expect.any(Number) },
      generation: {
        waiting: (before.queues?.generation.waiting ?? 0) + 1,
        running: before.queues?.generation.running,
      },
      emails: (before.queues?.emails ?? 0) + 1,
      pushes: expect.any(Number),
    },
    disk: { free: expect.any(Number), total: expect.any(Number) },
  });
  expect(info.database?.bytes).toBeGreaterThan(10_000);
});
