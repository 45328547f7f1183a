/**
 * Whether a request is a page view: of a document or of page data, but neither HEAD nor a prefetch.
 */
export function isPageView({ method, headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return method === "GET" && !/prefetch|prerender/i.test(purpose);
}

/** Whether the body is a form that can hold files. */
export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
}

/** Whether the sender of a form expects a page, as a browser does; scripts accept JSON. */
export function prefersHtml(request: Request): boolean {
  return !request.headers.get("Accept")?.includes("application/json");
}
