import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { idleTimeout } from "./idle-timeout.ts";

const idleMs = 1000;

test("the response of a client that stops reading ends when its socket has been idle so long, not after twice that", async () => {
  const closed = Promise.withResolvers<"closed">();
  const server = createServer((_, response) => {
    response.once("close", () => closed.resolve("closed"));
    response.end(Buffer.alloc(32 * 1024 * 1024));
  });
  idleTimeout(server, idleMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const client = connect(address.port, "127.0.0.1");
  client.on("error", () => {});
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(client, "readable");
  // As timers that follow one another, as those of the socket do: on a busy machine both come late.
  const tooLate = async () => {
    for (let half = 0; half < 3; half++) await delay(idleMs / 2);
    return "open";
  };
  expect(await Promise.race([closed.promise, tooLate()])).toBe("closed");
  client.destroy();
  server.close();
});
