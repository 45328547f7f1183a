import { type DataStrategyResult, isRouteErrorResponse } from "react-router";
import { countFailedLoad } from "#app/features/events/hooks/use-events.ts";

interface ShownPage {
  pathname: string;
  search: string;
  data: ReadonlyMap<string, unknown>;
}

/** Parameters that do not change the page: next list page, form step, a fetcher's route (`index`). */
const samePage = ["cursor", "step", "index"];

/** A page's path and its other parameters, such as a tab or search query. */
function nameOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of samePage) query.delete(name);
  query.sort();
  return `${pathname}?${query}`;
}

let shown: ShownPage | null = null;

export function recordShownPage(page: ShownPage): void {
  shown = page;
}

/**
 * Client middleware of the root route. Prevents the error page when revalidating the visible page fails without a response or
 * with 5xx (no network, a restart): its data stays. Shows 4xx. On the way to another page the root's data stays if that page
 * needed no network. Counts failures, for pages that try again.
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
