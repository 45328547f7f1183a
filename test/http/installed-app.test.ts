import { beforeAll, expect, test } from "vitest";
import { allRoutes } from "../api/all-routes.ts";
import { Client } from "../client.ts";
import { sharedServer } from "../servers/shared-server.ts";

let server: ReturnType<typeof sharedServer>;
beforeAll(async () => {
  server = sharedServer();
});

const visitor = () => new Client(server.origin);
const clear = '"storage"';

test("the worker is never cached, and lists existing files", async () => {
  const answer = await visitor().get("/sw.js");
  expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  const files = [...new Set((await answer.text()).match(/\/assets\/[\w.-]+/g))];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect((await fetch(server.origin + file)).status, file).toBe(200);
});

test("the offline page is the same for members and visitors", async () => {
  const member = await Client.signedIn(server.origin, "moon@example.com");
  const answers = [await member.get("/offline"), await visitor().get("/offline")];
  const pages = await Promise.all(
    answers.map(async (answer) => {
      const html = await answer.text();
      const request = answer.headers.get("X-Request-Id") ?? "";
      return html.replaceAll(request, "").replace(/nonce="[^"]*"/g, "");
    }),
  );
  expect(pages[0]).toContain("オフライン");
  expect(pages[0]).not.toContain("moon@example.com");
  expect(pages[0]).toBe(pages[1]);
});

test.each([
  ["/pwa/", "/?pwa=1"],
  ["/pwa", "/?pwa=1"],
  ["/pwa/search?search=%E5%A4%9C", "/search?search=%E5%A4%9C&pwa=1"],
  ["/pwa/playlists/3?pwa=0", "/playlists/3?pwa=1"],
  ["/pwa//other.example/", "/?pwa=1"],
  ["/pwa/%5Cother.example", "/%5Cother.example?pwa=1"],
  ["/pwa/api/auth/logout", "/?pwa=1"],
  ["/pwa/followers", "/followers?pwa=1"],
  ["/pwa/following/", "/following/?pwa=1"],
  ["/pwa/playlist/3?from=home", "/playlist/3?from=home&pwa=1"],
])("%s leads to %s", async (path, place) => {
  const answer = await visitor().get(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe(place);
});

test("every page can be opened in the installed app, by the shortest names that its address can have", async () => {
  const pages = allRoutes.filter(({ isScreen }) => isScreen).map(({ pattern }) => pattern);
  expect(pages).toContain("/track/:id");
  for (const pattern of pages) {
    const path = pattern.replace(/:\w+/g, "1").replace("*", "no/such/page");
    const answer = await visitor().get(`/pwa${path}`);
    expect([answer.status, answer.headers.get("Location")], path).toEqual([302, `${path}?pwa=1`]);
  }
});

test("the installed app is remembered in a session cookie", async () => {
  const cookie = (await visitor().get("/search?pwa=1")).headers
    .getSetCookie()
    .find((one) => one.startsWith("mugen_installed="));
  expect(cookie).toBe("mugen_installed=1; Path=/; HttpOnly; SameSite=Lax");
  expect((await visitor().get("/search")).headers.getSetCookie()).toEqual([]);
});

test("a member's sign-out clears the site data, a visitor's does not", async () => {
  const member = () => Client.signedIn(server.origin, "moon@example.com");
  const cleared = async (answer: Promise<Response>) => (await answer).headers.get("Clear-Site-Data");
  expect(await cleared((await member()).get("/api/auth/logout"))).toBe(clear);
  expect(await cleared((await member()).send("POST", "/api/auth/logout"))).toBe(clear);
  expect(await cleared((await member()).form("/settings", { intent: "end-all-sessions" }))).toBe(clear);
  expect(await cleared((await member()).send("DELETE", "/api/auth/sessions"))).toBe(clear);
  expect(await cleared(visitor().get("/api/auth/logout"))).toBeNull();
  expect(await cleared(visitor().send("POST", "/api/auth/logout"))).toBeNull();
});
