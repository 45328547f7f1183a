import { expect, test } from "vitest";
import { readRomanNumerals } from "./roman-numerals.ts";

test.each([
  ["第Ⅲ章と第V部", "第3章と第5部"],
  ["ルイXIV世とヨハネ・パウロⅡ世", "ルイ14世とヨハネ・パウロ2世"],
  ["Ⅰ. はじめに", "1. はじめに"],
  ["ロッキーⅢとファイナルファンタジーVII", "ロッキースリーとファイナルファンタジーセブン"],
  ["World War II", "World War ツー"],
  ["VIPとXを見たVI、X線とV字回復、I am", "VIPとXを見たVI、X線とV字回復、I am"],
])("%s", (written, read) => {
  expect(readRomanNumerals(written)).toBe(read);
});
