import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** Bytes. oEmbed answers have a few thousand. */
const maxBodyBytes = 256 * 1024;

/** Addresses that are not the public internet's: own machine, own network, link-local, multicast, reserved. */
const special = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(network, prefix, "ipv4");

/** Global unicast; everything else of IPv6 is special. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
/** Within it: documentation, and tunnels that carry an IPv4 address. */
const specialIpv6 = new BlockList();
specialIpv6.addSubnet("2001::", 23, "ipv6");
specialIpv6.addSubnet("2001:db8::", 32, "ipv6");
specialIpv6.addSubnet("2002::", 16, "ipv6");
specialIpv6.addSubnet("3fff::", 20, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

/** Resolves a name as `dns.lookup` does, but refuses it when one of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "");
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} has an address that is not public`), "");
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

interface JsonAnswer {
  status: number;
  /** The body of a status 200; null for any other. */
  json: unknown;
}

/**
 * Gets JSON from another site. Connects to public addresses only (the resolved address is the one that is judged), follows no
 * redirect, and reads at most 256 KB of uncompressed `application/json`.
 *
 * Rejects when the connection or the answer is anything else, and with the signal's reason when aborted.
 *
 * @param o.isTrusted the address is a setting of the operator's: any address, also without TLS
 */
export async function fetchPublicJson(
  url: URL,
  o: { signal: AbortSignal; isTrusted: boolean },
): Promise<JsonAnswer> {
  // A literal address would not be looked up.
  const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) === 0;
  if (!o.isTrusted && (url.protocol !== "https:" || !isName)) throw new Error(`${url.origin} is not allowed`);
  o.signal.throwIfAborted();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      // A connection of its own: a kept one would not be looked up again.
      agent: false,
      signal: o.signal,
      headers: { Accept: "application/json", "Accept-Encoding": "identity", "User-Agent": "Mugen" },
      ...(o.isTrusted ? {} : { lookup: lookupPublic }),
    });
    sent.once("response", resolve);
    sent.on("error", (error) => reject(o.signal.aborted ? o.signal.reason : error));
    sent.end();
  });
  try {
    const status = response.statusCode ?? 0;
    return { status, json: status === 200 ? JSON.parse(await readBody(response)) : null };
  } catch (error) {
    throw o.signal.aborted ? o.signal.reason : error;
  } finally {
    response.destroy();
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const type = response.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Error(`unexpected content type ${type}`);
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new Error(`unexpected content encoding ${encoding}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maxBodyBytes) throw new Error(`the answer has more than ${maxBodyBytes} bytes`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}
