// React Router's single fetch on the wire: page data at `{path}.data` (`/_.data` for `/`), routes in `_routes`, redirects as
// status 202. Can go when React Router gives middleware the normalised URL and its own responses.

/** The URL as people see it: without `.data` and `_routes`. */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url);
  // Each assignment parses the URL again.
  if (isDataRequest(request)) url.pathname = pagePath(url.pathname);
  if (url.search.includes("_routes")) url.searchParams.delete("_routes");
  return url;
}

export const pagePath = (pathname: string): string =>
  pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");

/** Page data for the router's script, not a document. */
export const isDataRequest = (request: Request): boolean => /^[^?#]*\.data(?:[?#]|$)/.test(request.url);

export const isRedirectStatus = (status: number): boolean =>
  status === 202 || (status >= 300 && status < 400);
