import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { requestContext } from "../core/request-context.ts";
import { createSegmentedHandler } from "./route-subsets.ts";
import { withRouteSpans } from "./trace-routes.ts";

const callRoute = "routes/api/answer-call";

/**
 * Handles a build's routes. Calls skip React Router's matching and middleware, which would cost more than most calls. If
 * `build` is a function, each request calls it.
 */
export function routeRequest(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const router =
    typeof build === "function"
      ? createRequestHandler(build, mode)
      : createSegmentedHandler(withRouteSpans(build), mode);
  return async (request: Request, context: RouterContextProvider): Promise<Response> => {
    const { url } = context.get(requestContext);
    if (!/^\/api(\/|$)/i.test(url.pathname)) return router(request, context);
    const { routes } = typeof build === "function" ? await build() : build;
    const answer = routes[callRoute]?.module.loader;
    if (!answer) throw new Error(`the build has no route ${callRoute}`);
    const response = await answer({ request, context, url, params: {}, pattern: "/api/*" });
    if (!(response instanceof Response)) throw new Error("a call gave no response");
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}
