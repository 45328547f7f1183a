/**
 * Whether somebody opens a page with this request: a document, or the data of it for a page that stands. Not with a
 * look at its headers, and not when the browser fetches it ahead.
 */
export function isOpened({ method, headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return method === "GET" && !/prefetch|prerender/i.test(purpose);
}
