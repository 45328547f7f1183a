/** Whether a document or page data is requested, but no HEAD and no prefetch. */
export function isPageView({ method, headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return method === "GET" && !/prefetch|prerender/i.test(purpose);
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
}

/** Browsers expect a page; scripts accept JSON. */
export function prefersHtml(request: Request): boolean {
  return !request.headers.get("Accept")?.includes("application/json");
}
