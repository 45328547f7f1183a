import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler } from "react-router";
import sirv from "sirv";

// The one-route app under Mugen's listener alone: no sessions, headers or log.
const { values } = parseArgs({ options: { port: { type: "string" } } });
const built = path.join(import.meta.dirname, "../../build/one-route");
const build = await import(pathToFileURL(path.join(built, "server/index.js")).href);
const route = createRequestHandler(build, "production");
const listener = createRequestListener((request: Request) => route(request));
const assets = sirv(path.join(built, "client"), { etag: true });
const server = createServer((request, response) =>
  assets(request, response, () => listener(request, response)),
);
server.listen(Number(values.port), "127.0.0.1");
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close();
});
