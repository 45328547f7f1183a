import type { RouterContextProvider } from "react-router";
import { NotFound } from "#app/features/domain-error.ts";
import { answerCall, type Operations } from "./endpoint.server.ts";
import { errorResponse } from "./error-response.ts";

/**
 * Operations by address, such as `/api/tracks/:id`. `:id` is a parameter; a literal segment wins (`/api/playlists/user` over
 * `/api/playlists/:id`).
 */
export type CallTable = Readonly<Record<`/${string}`, Operations>>;

interface Branch {
  /** By segment in lower case: addresses ignore case, as those of pages. */
  below: Map<string, Branch>;
  parameter?: Branch;
  /** `names`: the parameters' in order. */
  call?: { address: string; operations: Operations; names: string[] };
}

const newBranch = (): Branch => ({ below: new Map() });

let served: readonly CallTable[] = [];

export const servedCalls = (): readonly CallTable[] => served;

/**
 * Handler, loader and action of the resource route that answers all `tables`. An unknown address is 404 as JSON. Throws if two
 * calls have one address.
 */
export function serveCalls(tables: readonly CallTable[]) {
  const root = newBranch();
  for (const table of tables) {
    for (const [address, operations] of Object.entries(table)) addAddress(root, address, operations);
  }
  served = tables;
  return async ({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) => {
    const found = findCall(root, new URL(request.url).pathname);
    if (found) {
      const { operations, params, address } = found;
      return answerCall(operations, { request, context, params, address });
    }
    const { status, body } = errorResponse(new NotFound("このAPIはありません"), "");
    return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
  };
}

const segmentsOf = (path: string) => path.replace(/\/+$/, "").split("/").slice(1);

function addAddress(root: Branch, address: string, operations: Operations): void {
  const names: string[] = [];
  let branch = root;
  for (const segment of segmentsOf(address)) {
    if (segment.startsWith(":")) {
      names.push(segment.slice(1));
      branch.parameter ??= newBranch();
      branch = branch.parameter;
    } else {
      const next = branch.below.get(segment.toLowerCase()) ?? newBranch();
      branch.below.set(segment.toLowerCase(), next);
      branch = next;
    }
  }
  if (branch.call) throw new Error(`two calls have the address ${address}`);
  branch.call = { address, operations, names };
}

function findCall(
  root: Branch,
  pathname: string,
): { address: string; operations: Operations; params: Record<string, string> } | null {
  const segments = segmentsOf(pathname).map(decodeSegment);
  const find = (branch: Branch, at: number, values: string[]): ReturnType<typeof findCall> => {
    const segment = segments[at];
    if (segment === undefined) {
      if (!branch.call) return null;
      const { address, operations, names } = branch.call;
      const params = Object.fromEntries(names.map((name, n) => [name, values[n] ?? ""]));
      return { address, operations, params };
    }
    const next = branch.below.get(segment.toLowerCase());
    const found = next && find(next, at + 1, values);
    if (found || !branch.parameter || segment === "") return found ?? null;
    return find(branch.parameter, at + 1, [...values, segment]);
  };
  return find(root, 0, []);
}

/** An undecodable segment stays encoded: no call matches, so 404. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
