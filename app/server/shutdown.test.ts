import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import { Connections } from "./connections.ts";
import { shutDownOnSignals } from "./shutdown.ts";

vi.mock("#app/queue/queue.ts", () => ({ closeQueue: () => Promise.reject(new Error("the queue has gone")) }));
vi.mock("#db/client.ts", async (original) => ({
  ...(await original()),
  closeDatabase: () => new Promise(() => {}),
}));

test("the process ends, and gives its data folder back, whatever rejects, throws or hangs on the way", async () => {
  const exited = Promise.withResolvers<unknown>();
  const release = vi.fn();
  const fail = () => {
    throw new Error("no workers");
  };
  const server = createServer();
  const listening = { server, connections: new Connections(server) };
  shutDownOnSignals({ workers: { stop: fail }, dataFolderLock: { release } }, listening, exited.resolve);
  process.listeners("SIGTERM").at(-1)?.("SIGTERM");
  expect(await exited.promise).toBe(0);
  expect(release).toHaveBeenCalledOnce();
});
