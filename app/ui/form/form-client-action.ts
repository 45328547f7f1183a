import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";
import { type FormResult, failureMessage } from "./form-result.ts";

/**
 * The `clientAction` of screens with a `formAction`. Prevents the loss of typed text: without a response, or with an error
 * page, the form stays with a message. Passes redirects on. Its type has only what it adds: the router adds that of the
 * route's `action`.
 */
export async function formClientAction(options: { serverAction: () => Promise<never>; request: Request }) {
  const { serverAction, request } = options;
  const copy = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, code, message } = describeFailure(error);
    const initialValue: Record<string, string> = {};
    for (const [name, value] of await copy.formData())
      if (typeof value === "string") initialValue[name] = value;
    const refused: FormResult = {
      result: { status: "error", initialValue, error: { "": [failureMessage({ status, error: message })] } },
      status,
      code,
    };
    // An error status keeps the router from revalidating the page, which would fail too.
    return data(refused, { status: status || 503 });
  }
}

function describeFailure(error: unknown): { status: number; code: string; message: string } {
  if (isRouteErrorResponse(error)) {
    const body: unknown = error.data;
    return { status: error.status, code: stringField(body, "code"), message: stringField(body, "error") };
  }
  // fetch rejects with a TypeError when no response comes.
  return { status: error instanceof TypeError ? 0 : 500, code: "", message: "" };
}

function stringField(body: unknown, name: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : null;
  return typeof value === "string" ? value : "";
}

/** A route's `shouldRevalidate`: refused because of another tab or operator, the page must show what is there now. */
export const revalidateAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
