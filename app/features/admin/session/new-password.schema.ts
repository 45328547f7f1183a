import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { minPasswordLength } from "../operators/operators.ts";

/** Nobody's password is longer; hashing takes the same time for each. */
const maxPasswordLength = 1000;

/** Words of this program and its console, which are guessed first, like those of the site (`wordsOfSite`). */
const contextWords =
  "administrator moderator operator mugenradio admin mugen radio console login password passwort 管理者 見回り 運営者 運営 管理画面 管理 無限 むげん ムゲン ラジオ パスワード ログイン".split(
    " ",
  );

/** Characters of a password besides the words that are guessed first. */
const minOwnLength = 8;
const minDifferent = 5;

/** Rows of keyboards and alphabets, along which fingers run. */
const rows = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];
const minRun = 3;

const fold = (text: string) => normalizeUnicode(text, "NFKC").toLowerCase();

/** Guessed first for this site: parts of its host, its operator's name, and names of accounts. */
function wordsOfSite(names: readonly string[]): string[] {
  const { PUBLIC_ORIGIN, OPERATOR_NAME = "", ADMIN_USERNAME } = environment();
  const host = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).hostname : "";
  return [...host.split(/[.-]/), ...OPERATOR_NAME.split(/\s+/), ADMIN_USERNAME, ...names]
    .map(fold)
    .filter((word) => [...word].length >= 3);
}

/** Keeps only the first character of each run along a row, forwards or backwards. */
function withoutRuns(text: string): string {
  const both = rows.flatMap((row) => [row, [...row].reverse().join("")]);
  let left = "";
  for (let at = 0; at < text.length; ) {
    let length = 1;
    while (both.some((row) => row.includes(text.slice(at, at + length + 1))) && at + length < text.length)
      length++;
    left += length >= minRun ? text.charAt(at) : text.slice(at, at + length);
    at += length;
  }
  return left;
}

/** The shortest text whose repetition is this one. */
const unitOf = (text: string) => /^(.+?)\1*$/su.exec(text)?.[1] ?? text;

/** Null for a good password: long, and not made of few characters, keyboard runs, repetition or guessable words. */
export function weaknessOf(password: string, names: readonly string[] = []): string | null {
  const length = Array.from(password).length;
  if (length < minPasswordLength) return `パスワードは${minPasswordLength}文字以上で入力してください`;
  if (password.length > maxPasswordLength) return "パスワードが長すぎます";
  const folded = fold(password);
  if (new Set(folded).size < minDifferent) return "同じ文字が多く、推測されやすいパスワードです";
  if (withoutRuns(unitOf(folded)).length < minOwnLength)
    return "くり返しや並びが多く、推測されやすいパスワードです";
  const words = [...contextWords.map(fold), ...wordsOfSite(names)].toSorted((a, b) => b.length - a.length);
  const own = words.reduce((text, word) => text.replaceAll(word, "\0"), folded);
  // Digits and signs beside such a word are guessed with it.
  const rest = own.includes("\0") ? own.replace(/[\0\p{N}\p{P}\p{S}\s]/gu, "") : own;
  return rest.length < minOwnLength ? "サイトや管理画面の言葉でできた、推測されやすいパスワードです" : null;
}

export const newPassword = z
  .string({ error: `パスワードは${minPasswordLength}文字以上で入力してください` })
  .superRefine((text, context) => {
    const weakness = weaknessOf(text);
    if (weakness) context.addIssue({ code: "custom", message: weakness });
  });

export const changePasswordForm = z.object({
  intent: z.literal("change-password"),
  currentPassword: z
    .string({ error: "いまのパスワードを入力してください" })
    .min(1, "いまのパスワードを入力してください")
    .max(maxPasswordLength, "パスワードが長すぎます"),
  newPassword,
});
