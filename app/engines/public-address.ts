import { lookup } from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** Own machine, own network, link-local, multicast, reserved. */
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

/** The rest of IPv6 is special. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
/** Documentation, and tunnels of IPv4. */
const specialIpv6 = new BlockList();
specialIpv6.addSubnet("2001::", 23, "ipv6");
specialIpv6.addSubnet("2001:db8::", 32, "ipv6");
specialIpv6.addSubnet("2002::", 16, "ipv6");
specialIpv6.addSubnet("3fff::", 20, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

/** `dns.lookup` that refuses a name if any address is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "");
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} has an address that is not public`), "");
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** TLS, and a name: literal addresses are not looked up. */
export function isPublicUrl(url: URL): boolean {
  return url.protocol === "https:" && isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) === 0;
}
