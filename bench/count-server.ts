import { createServer } from "node:http";
import { parseArgs } from "node:util";

// The least that Node needs for a call with an ETag: a plain node:http server that tells everybody the same number of unread
// notifications. `node bench/count-server.ts --port …`; SIGTERM ends it.
const { values } = parseArgs({ options: { port: { type: "string" } } });
const body = Buffer.from(JSON.stringify({ count: 3 }));
const etag = '"3"';
const headers = { ETag: etag, "Cache-Control": "no-store" };
// Clients are silent for longer than Node keeps a connection.
const keepAliveTimeout = 65_000;
createServer({ keepAliveTimeout }, (request, response) => {
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response
    .writeHead(200, { ...headers, "Content-Type": "application/json", "Content-Length": body.length })
    .end(body);
}).listen(Number(values.port), "127.0.0.1");
