import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { test as base, type ConsoleMessage, expect, type Page, type Request } from "@playwright/test";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { openSqlite } from "#db/sqlite.ts";
import { type RunningServer, startServer } from "#test/servers/server.ts";

/** The server of a worker's present site: one at a time, for files of one site come one after the other. */
interface Servers {
  /** The server of `site`, started with the first call for it, which ends the one before. */
  of(site: unknown, start: (dataDir: string) => Promise<RunningServer>): Promise<RunningServer>;
}

/** For what is spoken meanwhile: speech takes the processors that the browsers of other journeys want too. */
export const spokenMs = 300_000;

/** Projects whose files share a server. */
const sharing = ["shared", "admin", "playlists", "premium"];

interface Visit {
  /** Settings of this spec file's server beside the usual ones. */
  settings: Record<string, string>;
  /** A built server of this spec file's own, or of its project if it is one of `sharing`, with an empty installation. */
  server: RunningServer;
  /** What the browser of a test has answered to the cookie banner. */
  consent: "undecided" | "essential";
  quietConsole: undefined;
}

/** Tests with a server of their own; a page that writes a warning or an error to its console fails its test. */
export const test = base.extend<Visit, { servers: Servers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      // Migrated once for all sites of the worker: to migrate takes a third of a server's start.
      const migrated = mkdtempSync(path.join(tmpdir(), "mugen-e2e-migrated-"));
      await (await openSqlite({ dataDir: migrated, migrate: true })).close();
      let present: { site: unknown; server: RunningServer } | undefined;
      const end = async () => {
        const ending = present?.server;
        present = undefined;
        await ending?.stop();
        if (ending) rmSync(ending.dataDir, { recursive: true, force: true });
      };
      await use({
        async of(site, start) {
          if (present && present.site === site) return present.server;
          await end();
          const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-e2e-"));
          copyFileSync(path.join(migrated, "mugen.sqlite"), path.join(dataDir, "mugen.sqlite"));
          const server = await start(dataDir);
          present = { site, server };
          return server;
        },
      });
      await end();
      rmSync(migrated, { recursive: true });
    },
    { scope: "worker" },
  ],
  settings: [{}, { option: true }],
  server: async ({ servers, settings }, use, { file, project }) => {
    const site = sharing.includes(project.name) ? project.name : file;
    await use(await servers.of(site, (dataDir) => startServer({ dataDir, env: settings })));
  },
  baseURL: async ({ server }, use) => use(server.origin),
  consent: ["essential", { option: true }],
  context: async ({ context, baseURL, consent, javaScriptEnabled }, use) => {
    if (consent !== "undecided" && baseURL) {
      const value = `visit-of-a-test-000000.${consent}`;
      await context.addCookies([{ name: "mugen_consent", value, url: baseURL }]);
    }
    if (javaScriptEnabled !== false) context.on("page", startBeforeUse);
    await use(context);
  },
  quietConsole: [
    async ({ context, server }, use, info) => {
      const noise: string[] = [];
      context.on("console", (message: ConsoleMessage) => {
        // The browser itself reports every answer over 399, also where the test means to see one.
        if (message.text().startsWith("Failed to load resource")) return;
        if (message.text().startsWith("Service Worker registration blocked")) return;
        if (["warning", "error"].includes(message.type())) noise.push(message.text());
      });
      context.on("weberror", (error) => noise.push(String(error.error())));
      await use(undefined);
      if (info.status !== info.expectedStatus) await info.attach("server", { body: server.output() });
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * As `test`, on an installation that `fill` has put rows and files into; the database is open meanwhile. A server that files share
 * runs already.
 */
export function siteFilledBy(fill: (dataDir: string) => Promise<void>) {
  const fillIn = async (dataDir: string) => {
    await openDatabase({ url: undefined, dataDir });
    await fill(dataDir);
    await closeDatabase();
  };
  let filled: RunningServer | undefined;
  return test.extend({
    server: async ({ servers, settings }, use, { project }) => {
      const isShared = sharing.includes(project.name);
      const server = await servers.of(isShared ? project.name : fill, async (dataDir) => {
        if (!isShared) await fillIn(dataDir);
        return startServer({ dataDir, env: settings });
      });
      if (isShared && filled !== server) await fillIn(server.dataDir);
      filled = server;
      await use(server);
    },
  });
}

/**
 * A page asks for its scripts when it has been painted, and has then been loaded already: has `page` wait for them
 * wherever it goes. Pages of a test's own context do so; those of another one need this.
 */
export function startBeforeUse(page: Page): void {
  keepRouting(page);
  watchRequests(page);
  const { goto, reload, waitForURL } = page;
  const thenStart =
    <How extends unknown[], Result>(arrive: (...how: How) => Promise<Result>) =>
    async (...how: How) => {
      const result = await arrive.apply(page, how);
      if (!how.some(isHasty)) await expectStarted(page);
      return result;
    };
  Object.assign(page, {
    goto: thenStart(goto),
    reload: thenStart(reload),
    waitForURL: thenStart(waitForURL),
  });
}

/**
 * Has the browser hold up every request of `page` from its first route on, to its end: when the last route goes, the browser
 * stops to, and what is on its way just then (a script) may never come.
 */
function keepRouting(page: Page): void {
  const { route } = page;
  let kept: Promise<unknown> | undefined;
  page.route = async (...how) => {
    kept ??= route.call(page, "**/never-asked-for", (one) => one.fallback());
    await kept;
    return route.apply(page, how);
  };
}

/** What a page has asked for and not got yet, and when that was last another (ms). */
const underWay = new WeakMap<Page, { requests: Set<Request>; changedAt: number }>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  const state = { requests, changedAt: Date.now() };
  underWay.set(page, state);
  page.on("request", (request) => {
    // These go on as long as their page.
    if (["eventsource", "media"].includes(request.resourceType())) return;
    // Of what outlives its page nothing more is told.
    if (request.isNavigationRequest()) requests.clear();
    requests.add(request);
    state.changedAt = Date.now();
  });
  const end = (request: Request) => {
    if (requests.delete(request)) state.changedAt = Date.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
}

const quietMs = 500;
/** For a test may hold a request up. */
const maxQuietWaitMs = 10_000;

/**
 * Waits until what the page has asked for is there. Not Playwright's `networkidle`: once it has been told, it holds whatever
 * is asked for; and where a frame comes to the page after a request it is never told again.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const state = underWay.get(page);
  const end = Date.now() + maxQuietWaitMs;
  while (state && Date.now() < end && (state.requests.size > 0 || Date.now() - state.changedAt < quietMs))
    await setTimeout(100);
}

/** The options of a test that looks at a page before its scripts are there. */
const isHasty = (option: unknown) =>
  typeof option === "object" && option !== null && "waitUntil" in option && option.waitUntil === "commit";

/** The scripts of the page are at work, where it has any, and have done all that they do at once. */
async function expectStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__reactRouterDataRouter" in window) && document.querySelector("script[type=module][async]"))
      return false;
    // The router is there before the page listens to keys: that comes in tasks that go before one of the background.
    return scheduler.postTask(() => true, { priority: "background" });
  });
}

/** The service worker has all that it keeps and answers for the page. */
export async function expectWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

let members = 0;

/**
 * Signs the browser of `page` in by a request, as the member with this address, usually a new one: the page stays what it
 * is. Returns the address.
 */
export async function signIn(
  page: Pick<Page, "request">,
  name = "夜野 かなで",
  email = `member${Date.now()}-${process.pid}-${members++}@example.com`,
): Promise<string> {
  const answer = await page.request.post("/sign-in", { form: { name, email }, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  return email;
}

/** As `signIn`, and opens the home page. */
export async function signInAtHome(page: Page, name?: string): Promise<string> {
  const email = await signIn(page, name);
  await page.goto("/");
  return email;
}

/** Ends the page's session behind its back, as a log-out in another tab does. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /session/ });
}

/** The login prompt is open over the page, leads back to `path`, and can be closed. */
export async function expectLoginPrompt(page: Page, path: string): Promise<void> {
  const prompt = page.getByRole("dialog", { name: "ログイン" });
  await expect(prompt.getByRole("link", { name: "ログインする" })).toHaveAttribute(
    "href",
    `/api/auth/google?redirect=${encodeURIComponent(path)}`,
  );
  // A toast that shows over it can be closed too, behind the prompt's own button.
  await prompt.getByRole("button", { name: "閉じる" }).first().click();
  await expect(prompt).toBeHidden();
}

/** Runs in the page: gives a link the longest name that a member can have. */
export function lengthen(link: Element): void {
  if (link.firstChild) link.firstChild.nodeValue = "あ".repeat(50);
}
