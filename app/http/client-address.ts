import { isIP } from "node:net";

/**
 * Whom a request is counted by. Behind a trusted proxy the last address in the header that it writes: what stands before
 * it is what the client claims about itself. Else, and where the header names no address, the other end of the socket.
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
