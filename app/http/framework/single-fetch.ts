// React Router's single fetch, as seen on the wire: its script requests page data at `{path}.data` (`/_.data` for `/`)
// with the routes in `_routes`, and receives redirects as status 202. Can go when React Router gives middleware of the
// server the normalised URL and its own responses before they leave the process.

/** The requested URL as people see it: without `.data` and `_routes`. */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url);
  // Every assignment parses the URL again: change only what differs.
  if (isDataRequest(request)) url.pathname = pagePath(url.pathname);
  if (url.search.includes("_routes")) url.searchParams.delete("_routes");
  return url;
}

/** A path without the `.data` that the router's script appends. */
export const pagePath = (pathname: string): string =>
  pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");

/** Whether the router's script requests page data; a browser that opens a page requests the document. */
export const isDataRequest = (request: Request): boolean => /^[^?#]*\.data(?:[?#]|$)/.test(request.url);

export const isRedirectStatus = (status: number): boolean =>
  status === 202 || (status >= 300 && status < 400);
