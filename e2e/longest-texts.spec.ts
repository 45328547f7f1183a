import type { Page } from "@playwright/test";
import { accessLevelOf } from "#app/features/access/access-level.ts";
import { inquiriesHref, inquiryTabs } from "#app/features/admin/inquiries/inquiries.ts";
import { memberTabs } from "#app/features/admin/members/admin-members.ts";
import { profileTabPath, profileTabs } from "#app/features/profile/profile.ts";
import { addAdminSession, addOperator } from "#test/admin.ts";
import { listedRoutes } from "#test/api/route-patterns.ts";
import { fillWithLongestTexts } from "./longest-texts.ts";
import { expect, siteFilledBy } from "./site.ts";

let filled: Awaited<ReturnType<typeof fillWithLongestTexts>>;
let adminToken = "";
const test = siteFilledBy(async () => {
  filled = await fillWithLongestTexts();
  adminToken = (await addAdminSession()).token;
  await addOperator({ name: "W".repeat(40) });
});

const longQuery = "W".repeat(100);

/** Addresses of the screens that are about something, by their pattern, and further ones of those that have tabs. */
function addressesOf(pattern: string): string[] {
  const { viewer, friend, trackId, officialId, liked, playlist, friendsPlaylist, preview, seriesId } = filled;
  const known: Record<string, string[]> = {
    "/verify": ["/verify", `/verify?url=/track/${trackId}`],
    "/sign-in/move": [`/sign-in/move?key=token-${viewer.id}`],
    "/search": [`/search?search=${longQuery}`, `/search?category=${"W".repeat(49)}0`, "/search"],
    "/track/:id": [`/track/${trackId}`, `/track/${liked}`],
    "/:userId/track/:id": [],
    "/users/:userId/track/:id": [],
    "/track/:id/like": [`/track/${liked}/like`],
    "/track/:id/correct": [`/track/${trackId}/correct`],
    "/track/:id/edit": [`/track/${trackId}/edit`],
    "/track/:id/report": [`/track/${liked}/report`],
    "/track/:id/playlists": [`/track/${liked}/playlists`],
    "/playlists": ["/playlists", "/playlists?tab=following", "/playlists?tab=public"],
    "/playlists/:id": [`/playlists/${playlist}`, `/playlists/${friendsPlaylist}`],
    "/playlists/:id/edit": [`/playlists/${playlist}/edit`],
    "/playlists/:id/delete": [`/playlists/${playlist}/delete`],
    "/playlists/:id/report": [`/playlists/${friendsPlaylist}/report`],
    "/playlists/:id/items/:itemId": [],
    "/playlists/:userId/:slug": [],
    "/playlist/:slug": [],
    "/u/:userId/:slug": [],
    "/:userId/playlist/:id": [],
    "/create-post": ["/create-post", "/create-post?step=input"],
    "/create-post-v2": [
      "/create-post-v2",
      ...["input", "edit", "publish", "start-over"].map((step) => `/create-post-v2?step=${step}`),
    ],
    "/profile": profileTabs.map(({ name }) => profileTabPath(name)),
    "/profile/delete-track/:id": [`/profile/delete-track/${trackId}`],
    "/track/:id/clip": [`/track/${trackId}/clip`],
    "/clip/:id": [`/clip/clip-of-${viewer.id}`],
    "/clips.md": [],
    "/drafts/:id": [`/drafts/${preview.taskId}`],
    "/insights/:trackId": [`/insights/${trackId}`],
    "/insights.csv": [],
    "/sources/:id": [`/sources/source-of-${viewer.id}`],
    "/sources/:id/minutes": [`/sources/source-of-${viewer.id}/minutes`],
    "/sources/:id/series": [`/sources/source-of-${viewer.id}/series?by=3`],
    "/series/:id": [`/series/${seriesId}`],
    "/unsubscribe/:token": ["/unsubscribe/no-such-token"],
    "/unsubscribe/notifications/:token": ["/unsubscribe/notifications/no-such-token"],
    "/settings/payments": ["/settings/payments", `/settings/payments?receipt=in_${viewer.id}`],
    "/settings/readings.csv": [],
    "/settings/readings.json": [],
    "/transparency.csv": [],
    "/objection/:receipt": [`/objection/M-${viewer.id}?key=token`],
    "/admin/objections": ["/admin/objections", "/admin/objections?state=closed"],
    "/admin/objections/:objectionId": ["/admin/objections/1"],
    "/i/:code": [`/i/free-${viewer.id}`],
    "/:userId": [`/${viewer.id}`, `/${friend.id}?tab=playlists`],
    "/user/:userId": [],
    "/user/:userId/report": [`/user/${friend.id}/report`],
    "/:userId/followers": [`/${viewer.id}/followers`],
    "/:userId/following": [`/${viewer.id}/following`],
    "/*": [`/no/such/${longQuery}`],
    "/admin/statistics.csv": [],
    "/admin/log.csv": [],
    "/admin/money": [
      "/admin/money",
      ...["payments", "failed", "refunds", "disputes"].map((view) => `/admin/money?view=${view}`),
    ],
    "/admin/money.csv": [],
    "/admin/join": [],
    "/admin/readings.csv": [],
    "/admin/readings.json": [],
    "/admin/tracks/:trackId": [`/admin/tracks/${trackId}`],
    "/admin/tracks/:trackId/correct": [`/admin/tracks/${officialId}/correct`],
    "/admin/tracks/:trackId/edit": [`/admin/tracks/${officialId}/edit`],
    "/admin/users/:userId": Object.keys(memberTabs).map((tab) => `/admin/users/${viewer.id}?tab=${tab}`),
    "/admin/inquiries": [
      ...inquiryTabs.map((tab) => inquiriesHref({ tab })),
      ...(["members", "playlists"] as const).map((of) => inquiriesHref({ tab: "reports", of })),
    ],
    "/admin/:a": [],
    "/admin/:a/:b": [],
    "/admin/*": [`/admin/no/such/${longQuery}`],
  };
  const addresses = known[pattern];
  if (!addresses && /[:*]/.test(pattern)) throw new Error(`no address for ${pattern}`);
  return addresses ?? [pattern];
}

const screens = listedRoutes.filter(({ isScreen }) => isScreen).map(({ pattern }) => pattern);

/** All that visitors may open, and one of the screens that show them the login prompt instead. */
const isForVisitors = (pattern: string) =>
  pattern === "/notifications" ||
  accessLevelOf({ pattern, url: new URL(pattern, "http://127.0.0.1") }) === "public";

/** Runs in the page: what leaves the window, or is cut without an ellipsis. */
function outOfPlace(): string[] {
  const found = new Set<string>();
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page scrolls sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || parent.closest("script, style, noscript, option")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
    let limit = innerWidth;
    let isSpokenOnly = false;
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      isSpokenOnly ||= style.overflowX !== "visible" && box.getBoundingClientRect().width <= 1;
      if (["auto", "scroll"].includes(style.overflowX) && box !== document.documentElement) limit = Infinity;
      else if (
        style.overflowX !== "visible" &&
        style.textOverflow !== "ellipsis" &&
        style.webkitLineClamp === "none"
      )
        limit = Math.min(limit, box.getBoundingClientRect().right);
      else if (style.overflowX !== "visible") limit = Infinity;
      if (limit === Infinity) break;
    }
    if (right > limit + 1 && !isSpokenOnly)
      found.add(`${parent.tagName.toLowerCase()}.${parent.className}: ${text.nodeValue.slice(0, 20)}`);
  }
  return [...found];
}

/** Leads an open page to an address as a link does: a document of its own takes some times the processor time. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    await Reflect.get(window, "__reactRouterDataRouter").navigate(to, { flushSync: true });
    // What the screen does when it is there comes in tasks that go before one of the background.
    return scheduler.postTask(() => true, { priority: "background" });
  }, address);
}

/** Opens the screens and returns where something is out of place, in windows of 320 and 375 px. */
async function open(
  page: Page,
  addresses: readonly string[],
  o: { hasScripts: boolean },
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const widths = [320, 375];
  for (const [index, address] of addresses.entries()) {
    if (o.hasScripts && index > 0) await follow(page, address);
    else await page.goto(address);
    // In the window's present width first: each change of it lays the page out anew.
    for (const width of widths.sort((a) => (a === page.viewportSize()?.width ? -1 : 1))) {
      await page.setViewportSize({ width, height: 812 });
      const found = await page.evaluate(outOfPlace);
      if (found.length > 0) wrong[`${address} at ${width} px`] = found;
    }
  }
  return wrong;
}

test("no text of a member's leaves a window of 320 or 375 px, or is cut without an ellipsis, on any page", {
  tag: "@release",
}, async ({ page, context, browser, server }) => {
  test.setTimeout(600_000);
  // Without scripts, which members have: both kinds of page are looked at.
  const plain = await browser.newPage({
    baseURL: server.origin,
    javaScriptEnabled: false,
    viewport: page.viewportSize(),
  });
  const asVisitor = await open(plain, screens.filter(isForVisitors).flatMap(addressesOf), {
    hasScripts: false,
  });
  await plain.close();
  await context.addCookies([{ name: "mugen_session", value: filled.token, url: server.origin }]);
  const asMember = await open(
    page,
    screens.filter((pattern) => !pattern.startsWith("/admin")).flatMap(addressesOf),
    { hasScripts: true },
  );
  await context.addCookies([{ name: "mugen_admin", value: adminToken, url: server.origin }]);
  const inConsole = await open(
    page,
    screens.filter((pattern) => pattern.startsWith("/admin")).flatMap(addressesOf),
    { hasScripts: true },
  );
  expect({ asVisitor, asMember, inConsole }).toEqual({ asVisitor: {}, asMember: {}, inConsole: {} });
});
