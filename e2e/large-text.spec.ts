import type { Page } from "@playwright/test";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addAdminSession } from "#test/admin.ts";
import { addMember } from "#test/database.ts";
import { addFullAccount, addPreview } from "#test/full-account.ts";
import { addTrack } from "#test/tracks.ts";
import { expect, siteFilledBy } from "./site.ts";

let invitation = "";
let tokens = { member: "", maker: "", admin: "" };
const test = siteFilledBy(async () => {
  const { viewer, token } = await addFullAccount();
  invitation = `/i/free-${viewer.id}`;
  const author = await addMember({ name: "灯台守のラジオ" });
  const uploadedAt = new Date(Date.now() - 7 * 86_400_000);
  for (let track = 0; track < 3; track++)
    await addTrack({ userId: author.id, title: "座布団の上の、ひとりきりの町", uploadedAt });
  const maker = await addMember();
  await addPreview(maker);
  tokens = {
    member: token,
    maker: await startSession({ userId: maker.id, deviceInfo: "Firefox/1 Android" }),
    admin: (await addAdminSession()).token,
  };
});

/** Runs in the page, with text of twice the size: words of one or two letters a line, and what is wider than the window. */
function squeezed(): string[] {
  const root = document.documentElement;
  root.style.setProperty("font-size", "200%");
  const found = root.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.nodeValue?.trim() ?? "";
    if (words.length < 3 || !text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    // A button of three short lines can still be read.
    const isColumn = lines.length > 3 ? words.length <= 2 * lines.length : words.length <= 4;
    if (lines.length >= 3 && isColumn) found.push(words);
  }
  root.style.removeProperty("font-size");
  return found;
}

/** Runs in the page, with text of twice the size: words of the list that stand on two lines. */
function brokenWords(list: Element): string[] {
  const root = document.documentElement;
  root.style.setProperty("font-size", "200%");
  const found: string[] = [];
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (range.getClientRects().length > 1) found.push(text.nodeValue ?? "");
  }
  root.style.removeProperty("font-size");
  return found;
}

const expectReadable = async (page: Page, state: string) =>
  expect.soft(await page.evaluate(squeezed), state).toEqual([]);

test("with text of twice the size no word stands in a column of letters on a phone, and no page is wider than it", {
  tag: "@release",
}, async ({ page, context, server }) => {
  await page.goto(invitation);
  await expect(page.getByText("座布団の上の、ひとりきりの町")).toBeVisible();
  await expectReadable(page, "invitation");

  const signInAs = (value: string) =>
    context.addCookies([{ name: "mugen_session", value, url: server.origin }]);
  await signInAs(tokens.member);
  for (const path of ["/settings", "/welcome", "/invite-friends"]) {
    await page.goto(path);
    await expectReadable(page, path);
  }

  await signInAs(tokens.maker);
  await page.goto("/create-post-v2");
  await expect(page.getByRole("heading", { name: "夜の音" })).toBeVisible();
  await expectReadable(page, "a preview");
  expect(await page.getByRole("list", { name: "作成の手順" }).evaluate(brokenWords)).toEqual([]);
  await page.goto("/create-post-v2?step=publish");
  await expectReadable(page, "the last step");
  await page.goto("/create-post-v2?step=start-over");
  await page.getByRole("button", { name: "削除してやり直す" }).click();
  await page.getByText("話し方", { exact: true }).click();
  await expectReadable(page, "an empty form");
  await page.getByLabel("本文").fill("夜の駅で、小さなラジオを聴きました。");
  await page.getByRole("button", { name: "台本を生成" }).click();
  await expect(page.getByText("声と名前", { exact: true })).toBeVisible();
  await expectReadable(page, "a script");

  await context.addCookies([{ name: "mugen_admin", value: tokens.admin, url: server.origin }]);
  for (const path of ["notices", "alerts", "money", "invitations"]) {
    await page.goto(`/admin/${path}`);
    await expectReadable(page, path);
  }
});
