import { once } from "node:events";
import { createServer, request } from "node:http";
import { freePort } from "#test/databases/postgres.ts";

/**
 * Stands before a loopback server and takes `Referrer-Policy` out of its answers, bytes untouched: while Lighthouse
 * watches, the headless Chromium 147 of the tests ends every document that carries it (net::ERR_ABORTED).
 */
export async function withoutReferrerPolicy(port: number): Promise<{ port: number; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const asked = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      const { "referrer-policy": _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    incoming.pipe(asked);
  });
  const own = await freePort();
  server.listen(own, "127.0.0.1");
  await once(server, "listening");
  return {
    port: own,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
