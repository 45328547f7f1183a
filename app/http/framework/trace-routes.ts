import type { ServerBuild } from "react-router";
import { isTracing, traced } from "#app/traces.server.ts";

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
export function withRouteSpans(build: ServerBuild): ServerBuild {
  if (!isTracing()) return build;
  const { entry } = build;
  return { ...build, entry: { ...entry, module: { ...entry.module, instrumentations: [spans] } } };
}
