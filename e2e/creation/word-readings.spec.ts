import { shortText } from "#test/api/journeys.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

test("a word is tapped, and read at its place as its line of pitch shows", async ({ page }) => {
  await signIn(page);
  await page.request.post("/api/generate-script", { data: { inputText: shortText, isV2UserContent: true } });
  await page.goto("/create-post-v2");
  await page.getByRole("link", { name: "ラジオ" }).click();
  await expect(page.getByRole("heading", { name: "「ラジオ」の読み" })).toBeFocused();
  await expect(page.getByRole("radio", { name: /ラジオ、下がらない/ })).toBeVisible();
  await expectAccessible(page, "the readings of a word");
  await page.getByRole("radio", { name: /ラジオ、下がらない/ }).check();
  await page.getByRole("button", { name: "この場所だけ" }).click();
  await expect(page.getByRole("heading", { name: "「ラジオ」の読み" })).toHaveCount(0);
});
