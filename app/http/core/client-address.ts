import { isIP, isIPv6 } from "node:net";

/**
 * The client's address. Prevents forgery: the client may have sent the earlier addresses in a proxy's header, so only the last
 * counts. Without a proxy or an address: the socket's.
 */
export function clientAddress(options: {
  headers: Headers;
  socketAddress: string;
  /** Written by a trusted proxy; null without one. */
  proxyHeader: string | null;
}): string {
  const { headers, socketAddress, proxyHeader } = options;
  const named = proxyHeader === null ? null : headers.get(proxyHeader);
  const last = named?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : socketAddress;
}

/** What stands for one subscriber: all of IPv4; the first 64 bits of IPv6, whose rest anybody chooses freely. */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  // URL host names have the canonical spelling.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail] = spelled.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const gap = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array.from({ length: gap }, () => "0"), ...(after ?? [])];
  // IPv4-mapped IPv6 (::ffff:0:0/96), as dual-stack sockets report it.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return groups.slice(6).join(":");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
