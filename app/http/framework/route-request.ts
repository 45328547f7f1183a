import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { isTracing, traced } from "#app/traces.server.ts";
import { requestContext } from "../core/request-context.ts";
import { createSegmentedHandler } from "./route-subsets.ts";

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

type Instrumentation = NonNullable<ServerBuild["entry"]["module"]["instrumentations"]>[number];

/** A span for each loader and action of a page, which the statements in it belong to on Postgres. */
const spans: Instrumentation = {
  route({ id, instrument }) {
    const around = (what: string) => async (run: () => Promise<{ error: Error | undefined }>) => {
      const attempt = traced({ name: `${what} ${id}` }, async () => {
        const { error } = await run();
        if (error) throw error;
      });
      // The router has the failure too.
      await attempt.catch(() => {});
    };
    instrument({ loader: around("loader"), action: around("action") });
  },
};

/** The build with spans for its routes; as it is where nobody traces, so that the router wraps nothing. */
function withRouteSpans(build: ServerBuild): ServerBuild {
  if (!isTracing()) return build;
  const { entry } = build;
  return { ...build, entry: { ...entry, module: { ...entry.module, instrumentations: [spans] } } };
}
