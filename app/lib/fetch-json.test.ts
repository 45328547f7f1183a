import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/databases/postgres.ts";
import { fetchJson, readError } from "./fetch-json.ts";

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

/** Echoes requests; `/proxy` answers as a proxy without a backend does. */
const server = createServer(async (request, response) => {
  let sent = "";
  for await (const part of request) sent += part;
  if (request.url === "/proxy") return void response.writeHead(502).end("<h1>Bad Gateway</h1>");
  response.setHeader("Link", "</next>");
  response.end(JSON.stringify({ method: request.method, type: request.headers["content-type"], sent }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("a call carries JSON or a form, and its answer the headers", async () => {
  const json = await fetchJson("PATCH", origin, { json: { isVisible: false } });
  expect(json).toMatchObject({
    ok: true,
    status: 200,
    body: { method: "PATCH", type: "application/json", sent: '{"isVisible":false}' },
  });
  expect(json.headers.get("Link")).toBe("</next>");
  const form = await fetchJson("POST", origin, { form: { choice: "all" }, keepalive: true });
  expect(form.body).toMatchObject({
    method: "POST",
    type: expect.stringContaining("urlencoded"),
    sent: "choice=all",
  });
});

test("a proxy's page and no answer at all are answers too", async () => {
  expect(await fetchJson("GET", `${origin}/proxy`)).toMatchObject({ ok: false, status: 502, body: null });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await fetchJson("GET", nobody)).toMatchObject({ ok: false, status: 0, body: null });
});

test("words are read of a refusal, and of nothing else", () => {
  expect(readError({ error: "だめです", fields: { name: ["短い", 3] } })).toEqual({
    error: "だめです",
    fields: { name: ["短い"] },
  });
  expect(readError(null)).toEqual({ error: "", fields: {} });
});
