import { type DataStrategyResult, isRouteErrorResponse } from "react-router";

/** The page that people see: where it is and what each of its routes was given, by route id. */
interface ShownPage {
  pathname: string;
  search: string;
  data: ReadonlyMap<string, unknown>;
}

/** Parameters that lead to more of the same page, to another step on it, or (`index`) name its route for a fetcher. */
const samePage = ["cursor", "step", "index"];

/** What names a page: its path, and parameters such as its tab or what is searched for. */
function nameOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of samePage) query.delete(name);
  query.sort();
  return `${pathname}?${query}`;
}

let shown: ShownPage | null = null;

/** Notes what the page shows, for `keepPage`. */
export function noteShownPage(page: ShownPage): void {
  shown = page;
}

/**
 * Client middleware of the root. A page that asks for its own data anew and gets no answer (no network, a server
 * that restarts) or that of a fault (5xx, also of a proxy before the server) stays as it is, instead of giving way to
 * the error page. What the server does say, a refusal (4xx) included, is shown.
 */
export async function keepPage(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  if (request.method !== "GET" || !shown || nameOf(shown) !== nameOf(new URL(request.url))) return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || isRefusal(result)) continue;
    if (shown.data.has(routeId)) results[routeId] = { type: "data", result: shown.data.get(routeId) };
  }
  return results;
}

const isRefusal = (result: unknown) =>
  (isRouteErrorResponse(result) || result instanceof Response) && result.status < 500;
