import { shortText } from "#test/api/journeys.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

test("after a word is deleted the heading of the words has the focus", { tag: "@release" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/settings/readings");
  await page.getByRole("textbox", { name: "言葉" }).fill("宍粟");
  await page.getByRole("textbox", { name: "読み" }).fill("しそう");
  await page.getByRole("button", { name: "登録する" }).click();
  await page.getByRole("button", { name: "宍粟を削除" }).click();
  await expect(page.getByText("まだ言葉がありません")).toBeVisible();
  await expect(page.getByRole("heading", { name: "登録した言葉" })).toBeFocused();
});

test("a word is tapped, and read at its place as its line of pitch shows", { tag: "@release" }, async ({
  page,
}) => {
  await signIn(page);
  await page.request.post("/api/generate-script", { data: { inputText: shortText, isV2UserContent: true } });
  await page.goto("/create-post-v2");
  await page.getByRole("link", { name: "ラジオ" }).click();
  await expect(page.getByRole("heading", { name: "「ラジオ」の読み" })).toBeFocused();
  await expect(page.getByRole("radio", { name: /ラジオ、下がらない/ })).toBeVisible();
  await expectAccessible(page, "the readings of a word");

  const own = page.getByRole("radio", { name: "自分で決める" });
  const fall = (number: number) =>
    page.getByRole("radio", { name: new RegExp(`^${number}番目の「.」のあとで下がる`) });
  const mora = (number: number) => fall(number).locator("..");
  await mora(3).click();
  await expect(own).toBeChecked();
  await page.keyboard.press("ArrowLeft");
  await expect(fall(2)).toBeChecked();
  await mora(1).hover();
  await page.mouse.down();
  await mora(3).hover();
  await page.mouse.up();
  await expect(fall(3)).toBeChecked();
  await page.getByLabel("読み", { exact: true }).fill("らじおきょく");
  await expect(fall(5)).toBeVisible();
  await page.getByLabel("読み", { exact: true }).fill("らじ");
  await expect(page.getByRole("radio", { name: "声にまかせる" })).toBeChecked();
  await page.getByRole("radio", { name: /ラジオ、下がらない/ }).check();
  await page.getByRole("button", { name: "この場所だけ" }).click();
  await expect(page.getByRole("heading", { name: "「ラジオ」の読み" })).toHaveCount(0);
});
