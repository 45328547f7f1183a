import { type DataStrategyResult, isRouteErrorResponse } from "react-router";
import { countFailedLoad } from "#app/features/events/hooks/use-events.ts";

/** The visible page: its location and the loader data of its routes, by route id. */
interface ShownPage {
  pathname: string;
  search: string;
  data: ReadonlyMap<string, unknown>;
}

/** Parameters that do not change the page: next list page, form step, and a fetcher's route (`index`). */
const samePage = ["cursor", "step", "index"];

/** Identity of a page: its path and the remaining parameters, such as a tab or search query. */
function nameOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of samePage) query.delete(name);
  query.sort();
  return `${pathname}?${query}`;
}

let shown: ShownPage | null = null;

/** Records the visible page for `preservePageOnFailure`. */
export function recordShownPage(page: ShownPage): void {
  shown = page;
}

/**
 * Client middleware of the root route: when revalidating the visible page fails without a response or with a 5xx status (no
 * network, a restart, a proxy), its data stays as it is instead of giving way to the error page. 4xx responses are shown.
 * On the way to another page the root's data stays when that page needed no network. The failure is counted, for pages that try
 * again.
 */
export async function preservePageOnFailure(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  if (request.method !== "GET" || !shown) return results;
  const failed = Object.keys(results).filter((routeId) => isFailure(results[routeId]));
  if (failed.length > 0) countFailedLoad();
  const isSamePage = nameOf(shown) === nameOf(new URL(request.url));
  if (!isSamePage && failed.some((routeId) => routeId !== "root")) return results;
  for (const routeId of failed) {
    if (shown.data.has(routeId)) results[routeId] = { type: "data", result: shown.data.get(routeId) };
  }
  return results;
}

const isFailure = (result: DataStrategyResult | undefined) =>
  result?.type === "error" && !isRefusal(result.result);

const isRefusal = (result: unknown) =>
  (isRouteErrorResponse(result) || result instanceof Response) && result.status < 500;
