import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";

// A plain node:http server of one file in memory. `node bench/memory-server.ts --file … --port …`; SIGTERM ends it.
const { values } = parseArgs({ options: { file: { type: "string" }, port: { type: "string" } } });
const bytes = readFileSync(values.file ?? "");
const headers = { "Content-Type": "text/javascript", "Content-Length": bytes.length };
createServer((_, response) => response.writeHead(200, headers).end(bytes)).listen(
  Number(values.port),
  "127.0.0.1",
);
