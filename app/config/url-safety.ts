export const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

export function isLoopbackName(hostname: string): boolean {
  return loopbackHosts.has(hostname.replace(/^\[(.*)\]$/, "$1"));
}

export function isConfidentialUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackName(url.hostname));
}

const ownNetwork =
  /^(?:[a-z0-9-]+|[a-z0-9.-]+\.(?:local|internal|lan|home\.arpa)|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+)$/;

/** This machine or a private network. */
export function isOwnNetwork(hostname: string): boolean {
  return isLoopbackName(hostname) || ownNetwork.test(hostname);
}

/** Uses TLS or stays in the private network, where language models often run. */
export function isConfidentialOrNear(address: string): boolean {
  const url = URL.parse(address);
  return isConfidentialUrl(address) || (url?.protocol === "http:" && isOwnNetwork(url.hostname));
}
