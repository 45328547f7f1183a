import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { requestContext } from "../core/request-context.ts";
import { createSegmentedHandler } from "./route-subsets.ts";

const callRoute = "routes/api/answer-call";

/**
 * Handler of a build's routes. Calls go to their route's handler at once: React Router's matching and middleware, none of
 * which calls need, would cost more processor time than most of them. `build` is imported anew for each request where it is
 * a function.
 */
export function routeRequest(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const router =
    typeof build === "function" ? createRequestHandler(build, mode) : createSegmentedHandler(build, mode);
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
