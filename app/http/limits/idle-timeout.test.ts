import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { idleTimeout } from "./body-timeout.ts";

const idleMs = 400;

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open) "destroy" in one ? one.destroy() : one.close();
});

/** Resolves when a server with this timeout has given up a client that reads nothing of a large response. */
async function givesUp(limit: (server: Server) => void): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.once("close", closed.resolve);
    response.end(Buffer.alloc(32 * 1024 * 1024));
  });
  limit(server);
  const client = connect(await listen(server), "127.0.0.1");
  open.push(server, client);
  client.on("error", () => {});
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(client, "readable");
  await closed.promise;
}

test("a client that stops reading is given up long before Node's own timeout of the same length does it", async () => {
  // Both timers run in this process: on a busy machine both come late, and in this order.
  const first = await Promise.race([
    givesUp((server) => server.setTimeout(idleMs)).then(() => "setTimeout"),
    givesUp((server) => idleTimeout(server, idleMs)).then(() => "idleTimeout"),
  ]);
  expect(first).toBe("idleTimeout");
});
