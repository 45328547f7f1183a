import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { fetchPublicJson } from "./fetch-public-json.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  return new URL(`http://127.0.0.1:${await listen(server)}/video`);
}

const never = new AbortController().signal;
const trusted = { signal: never, isTrusted: true };
const json = { "Content-Type": "application/json; charset=utf-8" };

test("JSON is read, asked for without compression", async () => {
  let encoding: unknown;
  const url = await serve((request, response) => {
    encoding = request.headers["accept-encoding"];
    response.writeHead(200, json).end('{"title":"夜"}');
  });
  expect(await fetchPublicJson(url, trusted)).toEqual({ status: 200, json: { title: "夜" } });
  expect(encoding).toBe("identity");
});

test("a redirect is not followed", async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests++;
    response.writeHead(302, { Location: "/elsewhere" }).end();
  });
  expect(await fetchPublicJson(url, trusted)).toEqual({ status: 302, json: null });
  expect(requests).toBe(1);
});

test.each<[string, RequestListener]>([
  ["content type", (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("{}")],
  ["content type", (_, response) => response.writeHead(200).end("{}")],
  [
    "content encoding",
    (_, response) => response.writeHead(200, { ...json, "Content-Encoding": "gzip" }).end("{}"),
  ],
  ["bytes", (_, response) => response.writeHead(200, json).end(`"${"x".repeat(300_000)}"`)],
  [
    "aborted",
    (_, response) =>
      response.writeHead(200, { ...json, "Content-Length": "9" }).write("{", () => response.destroy()),
  ],
  ["JSON", (_, response) => response.writeHead(200, json).end("{")],
])("an answer with a wrong %s is refused", async (reason, listener) => {
  await expect(fetchPublicJson(await serve(listener), trusted)).rejects.toThrow(reason);
});

test("a body that never ends is not read beyond its limit", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, json);
    const more = () => {
      while (response.write("x".repeat(16_384)));
      response.once("drain", more);
    };
    more();
  });
  await expect(fetchPublicJson(url, trusted)).rejects.toThrow("bytes");
});

test.each<[string, RequestListener]>([
  ["headers", () => {}],
  ["body", (_, response) => response.writeHead(200, json).write("{")],
])("waiting for %s ends with the signal", async (_, listener) => {
  const stop = new AbortController();
  const url = await serve((request, response) => {
    listener(request, response);
    setTimeout(() => stop.abort(new Error("time is up")), 20);
  });
  await expect(fetchPublicJson(url, { signal: stop.signal, isTrusted: true })).rejects.toThrow("time is up");
});

test.each(["https://localhost/", "https://127.0.0.1/", "https://[::1]/", "http://www.youtube.com/"])(
  "%s is not asked",
  async (address) => {
    await expect(fetchPublicJson(new URL(address), { signal: never, isTrusted: false })).rejects.toThrow(
      /not public|not allowed/,
    );
  },
);
