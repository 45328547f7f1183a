import { isIP, isIPv6 } from "node:net";

/**
 * The address that a request comes from. Prevents forged addresses: behind a trusted proxy only the last one in its header
 * counts, because the client may have sent those before it. Without a proxy or an address in the header: the socket's.
 */
export function clientAddress(options: {
  headers: Headers;
  socketAddress: string;
  /** The header that the proxy writes; null without a trusted one. */
  proxyHeader: string | null;
}): string {
  const { headers, socketAddress, proxyHeader } = options;
  const named = proxyHeader === null ? null : headers.get(proxyHeader);
  const last = named?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : socketAddress;
}

/**
 * The part of an address that stands for one subscriber: all of IPv4, the first 64 bits of IPv6, of which people choose the
 * rest freely.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  // A URL's host name has the canonical spelling.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail] = spelled.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const gap = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array.from({ length: gap }, () => "0"), ...(after ?? [])];
  // IPv4-mapped IPv6 addresses (::ffff:0:0/96), as sockets that listen to both protocols report them.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return groups.slice(6).join(":");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
