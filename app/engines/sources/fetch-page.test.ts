import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listen } from "#test/listen.ts";
import { fetchPage } from "./fetch-page.ts";
import { isAllowedByRobots } from "./robots.ts";
import { maxSourceBytes } from "./source.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A site; without rules for robots unless given, or an address where they are. */
async function serve(listener: RequestListener, robots: string | number = 404): Promise<URL> {
  const server = createServer((request, response) => {
    if (request.url !== "/robots.txt") return listener(request, response);
    if (typeof robots === "number") response.writeHead(robots).end();
    else if (robots.startsWith("http")) response.writeHead(301, { Location: robots }).end();
    else response.writeHead(200).end(robots);
  });
  servers.push(server);
  return new URL(`http://127.0.0.1:${await listen(server)}/page.html?a=1`);
}

const { signal } = new AbortController();
const get = async (url: URL) => {
  const { bytes, ...page } = await fetchPage(url, { signal, isTrusted: true });
  return { text: Buffer.from(bytes).toString("utf8"), ...page };
};

test("a page is got as everybody sees it, over redirects", async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push([request.url, request.headers.cookie, request.headers["user-agent"]]);
    if (request.url?.startsWith("/page.html"))
      response.writeHead(302, { Location: "/there.txt", "Set-Cookie": "a=b" }).end();
    else response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8" }).end("夜");
  });
  expect(await get(url)).toEqual({
    text: "夜",
    name: "/there.txt",
    contentType: "text/plain; charset=utf-8",
  });
  expect(asked).toEqual([
    ["/page.html?a=1", undefined, "Mugen"],
    ["/there.txt", undefined, "Mugen"],
  ]);
});

test.each<[string, RequestListener, string]>([
  ["needs a sign-in", (_, response) => response.writeHead(403).end(), "sign-in"],
  ["does not exist", (_, response) => response.writeHead(404).end(), "missing"],
  ["fails", (_, response) => response.writeHead(500).end(), "unreachable"],
  ["leads in circles", (_, response) => response.writeHead(302, { Location: "/a" }).end(), "unreachable"],
  [
    "is compressed",
    (_, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end("x"),
    "unreachable",
  ],
  [
    "breaks off",
    (_, response) => response.writeHead(200, { "Content-Length": "9" }).write("x", () => response.destroy()),
    "unreachable",
  ],
  [
    "is too large",
    (_, response) => response.writeHead(200).end(Buffer.alloc(maxSourceBytes + 1)),
    "too-large",
  ],
])("a page that %s is refused", async (_, listener, reason) => {
  await expect(get(await serve(listener))).rejects.toMatchObject({ reason });
});

test.each<[string, string | number]>([
  ["forbids the page", "User-agent: *\nDisallow: /page"],
  ["forbids it to this program", "User-agent: mugen\nDisallow: /\n\nUser-agent: *\nAllow: /"],
  ["can't be had", 503],
])("a site whose robots.txt %s is not asked for it", async (_, robots) => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked++;
    response.end("x");
  }, robots);
  await expect(get(url)).rejects.toMatchObject({ reason: "robots" });
  expect(asked).toBe(0);
});

test("rules that stand elsewhere are asked for there", async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.end("User-agent: *\nDisallow: /page");
  });
  const moved = await serve((_, response) => response.end("x"), `http://${url.host}/rules.txt`);
  await expect(get(moved)).rejects.toMatchObject({ reason: "robots" });
  expect(asked).toEqual(["/rules.txt"]);
});

test.each<[string, string, boolean]>([
  ["", "/", true],
  ["User-agent: *\nDisallow:", "/a", true],
  ["User-agent: *\nDisallow: /\nAllow: /blog", "/blog/1", true],
  ["User-agent: *\nDisallow: /blog\nAllow: /blog", "/blog/1", true],
  ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false],
  ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true],
  ["User-agent: *\nDisallow: /a*b*c", "/axbxc", false],
  ["User-agent: other\nDisallow: /", "/a", true],
  ["User-agent: other\nUser-agent: Mugen\nDisallow: /a # all", "/a", false],
  ["User-agent: *\nDisallow: /記事/", "/%E8%A8%98%E4%BA%8B/1", false],
  ["User-agent: *\nDisallow: /%e8%a8%98%e4%ba%8b/", "/%E8%A8%98%E4%BA%8B/1", false],
  ["User-agent: *\nDisallow: /%7Ename", "/~name", false],
  ["User-agent: Mugen/1.0\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", false],
  [`User-agent: *\nDisallow: /${"*a".repeat(5000)}b`, `/${"a".repeat(20_000)}`, true],
])("rules %j for %s", (robots, path, isAllowed) => {
  expect(isAllowedByRobots(robots, { name: "Mugen", path })).toBe(isAllowed);
});

test.each([
  "https://localhost/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data/",
  "http://example.com/",
  "https://user:secret@example.com/",
  "https://example.com:8443/",
  "file:///etc/passwd",
])("%s is not asked", async (address) => {
  await expect(fetchPage(new URL(address), { signal })).rejects.toMatchObject({
    reason: address === "https://localhost/" ? "unreachable" : "bad-address",
  });
});
