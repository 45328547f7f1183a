import { type DataStrategyResult, isRouteErrorResponse } from "react-router";

/** The page that people see: its path and what each of its routes was given, by route id. */
interface ShownPage {
  pathname: string;
  data: ReadonlyMap<string, unknown>;
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
  if (request.method !== "GET" || shown?.pathname !== new URL(request.url).pathname) return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || isRefusal(result)) continue;
    if (shown.data.has(routeId)) results[routeId] = { type: "data", result: shown.data.get(routeId) };
  }
  return results;
}

const isRefusal = (result: unknown) =>
  (isRouteErrorResponse(result) || result instanceof Response) && result.status < 500;
