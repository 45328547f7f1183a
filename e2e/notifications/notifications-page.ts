import type { BrowserContext, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { gramTokens } from "#db/search/text.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { expect, signIn } from "../site.ts";

export const main = (page: Page) => page.getByRole("main");
export const rows = (page: Page) => main(page).locator("li[data-notification]");
export const entry = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "メインナビゲーション" }).getByRole("link", { name, exact: true });

/** Adds milestone notifications for the member of `email` directly to the database, without publishing a change. */
export function tell(server: RunningServer, email: string, ...plays: number[]): void {
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  // Required by the triggers of the search index.
  database.function("search_grams", { deterministic: true }, gramTokens);
  const track = database
    .prepare(
      `insert into tracks (user_id, title, script, filename, duration_ms, search_text, uploaded_at)
       select id, '月の話', 'A: 月', hex(randomblob(8)), 1000, '月', ? from users where email = ?`,
    )
    .run(Date.now(), email).lastInsertRowid;
  const add = database.prepare(
    `insert into notifications (user_id, type, track_id, cause, bundle, created_at)
     select id, 'milestone_' || @plays, @track, @plays || ' ' || @track, @plays || ' ' || @track, @now
     from users where email = @email`,
  );
  for (const count of plays) add.run({ plays: String(count), track, email, now: Date.now() });
  database.close();
}

/** A new member with these notifications, on the notifications page. */
export async function told(page: Page, server: RunningServer, ...plays: number[]): Promise<string> {
  const email = await signIn(page);
  if (plays.length > 0) tell(server, email, ...plays);
  await page.goto("/notifications");
  return email;
}

/** Another member follows the member who is signed in in `context`. */
export async function follow(context: BrowserContext, server: RunningServer, name: string): Promise<void> {
  const me = await (await context.request.get(`${server.origin}/api/auth/user`)).json();
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const other = await browser.newContext({ baseURL: server.origin });
  await signIn(other, name);
  expect((await other.request.post(`/api/users/${me.id}/follow`)).status()).toBe(200);
  await other.close();
}

/** Records every accessible name of the link to the notifications from now on. */
export async function namesOfEntry(page: Page): Promise<() => Promise<string[]>> {
  const names = await entry(page, /^通知/).evaluateHandle((link) => {
    const nameOf = () => link.getAttribute("aria-label") ?? link.textContent;
    const seen = [nameOf()];
    new MutationObserver(() => {
      if (seen.at(-1) !== nameOf()) seen.push(nameOf());
    }).observe(link, { attributeFilter: ["aria-label"] });
    return seen;
  });
  return () => names.jsonValue();
}
