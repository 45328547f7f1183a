import { expect, test } from "vitest";
import { formatBytes } from "./downloads-list.tsx";

const megabyte = 1024 * 1024;

test.each([
  [1, "0.1MB"],
  [4.24 * megabyte, "4.2MB"],
  [999.94 * megabyte, "999.9MB"],
  [999.96 * megabyte, "1.0GB"],
  [1331 * megabyte, "1.3GB"],
])("%d bytes", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
