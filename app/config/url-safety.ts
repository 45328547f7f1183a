export const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** Whether a URL's host name means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackHosts.has(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Whether nobody can read what is sent to a URL: it uses TLS or never leaves this machine. */
export function isConfidentialUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackName(url.hostname));
}

/** Names that only a network of one's own resolves, and the addresses of such networks. */
const ownNetwork =
  /^(?:[a-z0-9-]+|[a-z0-9.-]+\.(?:local|internal|lan|home\.arpa)|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+)$/;

/** Whether a URL's host is this machine or one of its own network. */
export function isOwnNetwork(hostname: string): boolean {
  return isLoopbackName(hostname) || ownNetwork.test(hostname);
}

/** Whether what is sent to a URL uses TLS or stays in the own network, where language models often run. */
export function isConfidentialOrNear(address: string): boolean {
  const url = URL.parse(address);
  return isConfidentialUrl(address) || (url?.protocol === "http:" && isOwnNetwork(url.hostname));
}
