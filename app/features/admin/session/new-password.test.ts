import { expect, test } from "vitest";
import { withSettings } from "#test/settings.ts";
import { changePasswordForm, weaknessOf } from "./new-password.schema.ts";

withSettings({
  PUBLIC_ORIGIN: "https://yoru-radio.example",
  OPERATOR_NAME: "夜野 かなで",
  ADMIN_USERNAME: "haruka",
});

test.each([
  "short-one-1",
  "a".repeat(1001),
  "aaaaaaaaaaaaaaaa",
  "abababababab",
  "123456789012",
  "098765432109",
  "qwertyuiop[]",
  "qwerty123456",
  "1qaz2wsx3edc",
  "qazwsxedcrfv",
  "abcdefghijklmnop",
  "mugen-admin-2026",
  "Password1234!",
  "ｐａｓｓｗｏｒｄ２０２６！",
  "AdministratorMugen",
  "管理者パスワード2026",
  "yoru-radio-2026!",
  "haruka19900101",
  "夜野かなで20260101",
])("%s is refused", (password) => {
  expect(weaknessOf(password)).not.toBeNull();
});

test.each([
  "correct horse battery",
  "8305 2714 9968 4",
  "夜更けに豆を煮る音がする",
  "mugen: tall glass of milk",
  "Zx9!kk-Lw02#p",
  "x".repeat(3) + "-quiet-kettle-".repeat(5),
])("%s may be taken: any characters, and up to 1,000", (password) => {
  expect(weaknessOf(password)).toBeNull();
});

test("the name of whose it is counts as a word that is guessed", () => {
  expect(weaknessOf("sakamoto-2026-0401")).toBeNull();
  expect(weaknessOf("sakamoto-2026-0401", ["Sakamoto"])).not.toBeNull();
});

test("a password is taken as it was typed", () => {
  const typed = {
    intent: "change-password",
    currentPassword: " old ",
    newPassword: "  tall glass of milk  ",
  };
  expect(changePasswordForm.parse(typed)).toEqual(typed);
});
