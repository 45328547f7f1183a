import type { ServerBuild } from "react-router";
import type { Call, Method } from "#app/features/api-docs/call.ts";
import { operationsOf } from "./endpoint.server.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The calls below `/api` that the routes of a build answer; what tells of unknown ones is none. */
export function listCalls(routes: ServerBuild["routes"]): Call[] {
  return Object.values(routes).flatMap((route) => {
    const pattern = `/${route?.path ?? ""}`;
    if (!route || !pattern.startsWith("/api/")) return [];
    const operations = operationsOf(route.module.loader);
    return methods.flatMap((method) => {
      const declared = operations[method]?.declared;
      return declared ? [{ method, pattern, declared }] : [];
    });
  });
}
