import { data, isRouteErrorResponse } from "react-router";
import { type CreationIntent, creationIntents } from "./creation-flow.ts";

/** A step that did not go through: why, and all that was typed. */
export interface RefusedStep {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** The server's words; may be empty. */
  error: string;
  fields: Record<string, string[]>;
  values: Record<string, string>;
}

/** What the refused form asked for; undefined for a form that is none of ours. */
export function intentOf(refused: RefusedStep): CreationIntent | undefined {
  return creationIntents.find((intent) => intent === refused.values.intent);
}

/**
 * Sends a step to the server. When no answer comes, or a broken one, the page stays as it is and shows that,
 * instead of giving way to an error page with everything typed lost. Redirects are passed on.
 */
export async function submitStep<Result>(send: () => Promise<Result>, request: Request) {
  const typed = request.clone();
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    const values: Record<string, string> = {};
    for (const [name, value] of await typed.formData()) if (typeof value === "string") values[name] = value;
    const refused: RefusedStep = { ...reasonOf(error), fields: {}, values };
    // The status keeps the router from loading the page anew, which would fail in the same way.
    return data(refused, { status: refused.status || 503 });
  }
}

function reasonOf(error: unknown): { status: number; error: string } {
  if (isRouteErrorResponse(error)) {
    const body: unknown = error.data;
    const told = typeof body === "object" && body !== null && "error" in body ? body.error : "";
    return { status: error.status, error: typeof told === "string" ? told : "" };
  }
  return { status: error instanceof TypeError ? 0 : 500, error: "" };
}
