import { expect, test } from "vitest";
import { readGoogleIdentity } from "./google-identity.ts";

const claims = { sub: "1", email: "kanade@example.com", email_verified: true, name: "夜野 かなで" };

test.each<[unknown, string]>([
  ["  夜野 かなで ", "夜野 かなで"],
  ["二行\nの\u2028名前\0", "二行 の 名前"],
  ["あ".repeat(60), "あ".repeat(50)],
  [`${"あ".repeat(49)}👩`, "あ".repeat(49)],
  ["", "kanade"],
  [" \n ", "kanade"],
  [undefined, "kanade"],
  [42, "kanade"],
])("the name %j becomes %j", (name, stored) => {
  expect(readGoogleIdentity({ ...claims, name }).name).toBe(stored);
});

test.each<[unknown, string | null]>([
  ["https://lh3.googleusercontent.com/a/x=s96-c", "https://lh3.googleusercontent.com/a/x=s96-c"],
  ["http://lh3.googleusercontent.com/a", null],
  ["https://lh3.googleusercontent.com.evil.example/a", null],
  ["https://evil.example/lh3.googleusercontent.com/", null],
  [`https://lh3.googleusercontent.com/${"a".repeat(1000)}`, null],
  [undefined, null],
])("the picture %j becomes %j", (picture, stored) => {
  expect(readGoogleIdentity({ ...claims, picture }).picture).toBe(stored);
});

test.each<[Record<string, unknown>, string]>([
  [{ email: undefined }, "email"],
  [{ email: "no address" }, "email"],
  [{ email: `${"a".repeat(250)}@example.com` }, "email"],
  [{ email_verified: false }, "email"],
  [{ email_verified: "false" }, "email"],
  [{ sub: "" }, "invalid_token"],
  [{ sub: 1 }, "invalid_token"],
  [{ sub: "1".repeat(256) }, "invalid_token"],
])("claims with %j fail: %s", (wrong, reason) => {
  expect(() => readGoogleIdentity({ ...claims, ...wrong })).toThrow(expect.objectContaining({ reason }));
});

test("an address without `email_verified` is accepted", () => {
  expect(readGoogleIdentity({ ...claims, email_verified: undefined }).email).toBe("kanade@example.com");
});
