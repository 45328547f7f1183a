import { data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "../refused-form.ts";

/**
 * The client action of screens with forms: sends the form to the server. When no answer comes, or a broken one, the
 * page stays as it is and shows that, instead of giving way to an error page with everything typed lost. Redirects
 * are passed on.
 */
export async function submitForm<Result>(options: { serverAction: () => Promise<Result>; request: Request }) {
  const { serverAction, request } = options;
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const values: Record<string, string> = {};
    for (const [name, value] of await typed.formData()) if (typeof value === "string") values[name] = value;
    const refused: RefusedForm = { ...reasonOf(error), fields: {}, values };
    // The status keeps the router from loading the page anew, which would fail in the same way.
    return data(refused, { status: refused.status || 503 });
  }
}

function reasonOf(error: unknown): Pick<RefusedForm, "status" | "code" | "error"> {
  if (isRouteErrorResponse(error)) {
    const body: unknown = error.data;
    return { status: error.status, code: textIn(body, "code"), error: textIn(body, "error") };
  }
  return { status: error instanceof TypeError ? 0 : 500, code: "", error: "" };
}

function textIn(body: unknown, name: string): string {
  const text: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : null;
  return typeof text === "string" ? text : "";
}
