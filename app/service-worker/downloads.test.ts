import { expect, test } from "vitest";
import { respondFromDownload } from "./downloads.ts";

const request = async (range: string | null) => {
  const download = new Response("0123456789", {
    headers: { "Content-Type": "audio/mpeg", "X-Kept-Track": "x" },
  });
  const response = await respondFromDownload(download, range);
  const { status, headers } = response;
  expect(headers.get("X-Kept-Track")).toBeNull();
  const body = await response.text();
  expect(headers.get("Content-Length")).toBe(String(body.length));
  return { status, body, range: headers.get("Content-Range"), type: headers.get("Content-Type") };
};
const type = "audio/mpeg";

test("without a range the whole file is returned", async () => {
  expect(await request(null)).toEqual({ status: 200, body: "0123456789", range: null, type });
  expect(await request("seconds=0-1")).toMatchObject({ status: 200, body: "0123456789" });
});

test.each([
  ["bytes=0-1", "01", "bytes 0-1/10"],
  ["bytes=0-", "0123456789", "bytes 0-9/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-4", "6789", "bytes 6-9/10"],
  ["bytes=-40", "0123456789", "bytes 0-9/10"],
  ["bytes=8-4000", "89", "bytes 8-9/10"],
  ["bytes=9-9", "9", "bytes 9-9/10"],
])("a part of the file: %s", async (header, body, range) => {
  expect(await request(header)).toEqual({ status: 206, body, range, type });
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("beyond the end: %s", async (header) => {
  expect(await request(header)).toMatchObject({ status: 416, body: "", range: "bytes */10" });
});
