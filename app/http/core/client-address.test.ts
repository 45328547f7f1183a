import { expect, test } from "vitest";
import { clientAddress, networkOf } from "./client-address.ts";

const address = (headers: Record<string, string>, proxyHeader: string | null = "X-Forwarded-For") =>
  clientAddress({ headers: new Headers(headers), socketAddress: "127.0.0.1", proxyHeader });

test.each([
  ["the proxy's word", { "X-Forwarded-For": "203.0.113.7" }, "203.0.113.7"],
  ["what a proxy added to a client's claim", { "X-Forwarded-For": "8.8.8.8, 203.0.113.7" }, "203.0.113.7"],
  ["an IPv6 address", { "X-Forwarded-For": "2001:db8::1" }, "2001:db8::1"],
  ["no address at all", { "X-Forwarded-For": "unknown" }, "127.0.0.1"],
  ["nothing", {}, "127.0.0.1"],
])("%s", (_, headers, expected) => {
  expect(address(headers)).toBe(expected);
});

test("another header where the proxy has one of its own, and none without a trusted proxy", () => {
  const headers = { "X-Forwarded-For": "8.8.8.8", "Fly-Client-IP": "203.0.113.7" };
  expect(address(headers, "Fly-Client-IP")).toBe("203.0.113.7");
  expect(address(headers, null)).toBe("127.0.0.1");
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:192.0.2.7", "c000:207"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
