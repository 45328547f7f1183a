import type { Page } from "@playwright/test";
import { z } from "zod";
import { publish } from "../creation/publish.ts";
import { expect, signIn, startBeforeUse, test } from "../site.ts";

// Without an own user agent the test browser identifies itself as a bot.
test.use({
  userAgent:
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36",
});

const tracks = z.array(z.object({ id: z.number(), playCount: z.number(), impressionCount: z.number() }));
const history = z.array(z.object({ id: z.number(), position: z.number() }));

async function countsOf(page: Page) {
  const [track] = tracks.parse(await (await page.request.get("/api/tracks")).json());
  return [track?.playCount, track?.impressionCount];
}

/** Home with the published track on its stage: a new author's is there for nobody who does not ask for it. */
const home = "/?track=1";

const listen = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: /を再生$/ })
    .first()
    .click();

test("plays are counted once per listener, and are in a member's history", { tag: "@release" }, async ({
  page,
  browser,
  server,
}) => {
  const newPage = async () => {
    const made = await (await browser.newContext({ baseURL: server.origin })).newPage();
    startBeforeUse(made);
    return made;
  };
  const email = await signIn(page);
  await publish(server, email, ["夜の散歩"], 30);
  // The author's own plays are in the history, but are not counted.
  await page.goto(home);
  await listen(page);
  const historyOf = async (who: Page) =>
    history.parse(await (await who.request.get("/api/user/listening-history")).json());
  await expect.poll(() => historyOf(page)).toHaveLength(1);
  expect(await countsOf(page)).toEqual([0, 0]);
  await page.goto("about:blank");

  const visitor = await newPage();
  for (let time = 0; time < 2; time++) {
    await visitor.goto(home);
    const told = visitor.waitForResponse(/increment-play-count$/);
    await listen(visitor);
    expect((await told).status()).toBe(200);
  }
  await expect.poll(() => countsOf(page)).toEqual([1, 1]);
  await visitor.context().close();

  const member = await newPage();
  await signIn(member, "聴く人");
  await member.goto(home);
  await listen(member);
  await expect.poll(() => countsOf(page)).toEqual([2, 2]);
  // The position is reported when the page is left.
  await expect.poll(() => historyOf(member)).toHaveLength(1);
  const place = async () => (await historyOf(member))[0]?.position ?? 0;
  const before = await place();
  expect(before).toBeGreaterThanOrEqual(2.5);
  const slider = member.getByRole("main").getByRole("slider", { name: "再生位置" });
  await expect.poll(async () => Number(await slider.first().inputValue())).toBeGreaterThan(before + 0.5);
  await member.goto("about:blank");
  await expect.poll(place).toBeGreaterThan(before);
  await member.context().close();
});
