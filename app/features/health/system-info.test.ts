import { expect, test } from "vitest";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { emails, stripeEvents } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { readSystemInfo } from "./system-info.server.ts";
import { findOldestWaiting } from "./waiting-since.server.ts";

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

test("of what waits the oldest is known, and nothing that is done or not due yet", async () => {
  const at = (hours: number) => new Date(Date.UTC(2020, 0, 1, hours));
  const email = { to: "kanade@example.com", template: "contact" as const, values: {}, createdAt: at(0) };
  await write(async (tx) => {
    await tx.insert(emails).values([
      { ...email, id: "given-up", dueAt: at(1), error: "no such mailbox" },
      { ...email, id: "oldest", dueAt: at(3) },
      { ...email, id: "later", dueAt: at(4) },
    ]);
    await tx.insert(stripeEvents).values([
      { id: "evt_done", type: "invoice.paid", receivedAt: at(1), processedAt: at(2) },
      { id: "evt_open", type: "invoice.paid", receivedAt: at(2) },
    ]);
  });
  const since = async (now: Date) =>
    Object.fromEntries((await findOldestWaiting(now)).map(({ what, since }) => [what, since]));
  expect(await since(new Date())).toMatchObject({ emails: at(3), "stripe-events": at(2) });
  expect((await since(at(2))).emails).toBeNull();
  const { creation, generation } = await since(new Date());
  expect(creation).toBeNull();
  // The one of the test above.
  expect(generation).toBeInstanceOf(Date);
});
