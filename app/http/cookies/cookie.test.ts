import { expect, test } from "vitest";
import { parseCookie } from "./cookie.ts";

test.each([
  ["a=1; mugen=%E5%A4%9C; b=2", "夜"],
  ["mugen=x=y", "x=y"],
  ["mugen=nul%00", "nul"],
  ["mugen=%E5%A4", null],
  ["another=1", null],
])("%s is read as %s", (header, value) => expect(parseCookie(header, "mugen")).toBe(value));
