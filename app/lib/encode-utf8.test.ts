import { expect, test } from "vitest";
import { encodeUtf8 } from "./encode-utf8.ts";

test.each(["", "Mugen ∞", "𠮷野家で、😀と言った。", "半分の\ud842だけ", "長い話。".repeat(20_000)])(
  "a text has the same bytes as anywhere else (%#)",
  (text) => {
    expect(encodeUtf8(text).equals(Buffer.from(text))).toBe(true);
  },
);
