import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { BodySize } from "./read-body.server.ts";

export interface RequestContext {
  /** Random; in `X-Request-Id`, the log and internal errors' messages. */
  requestId: string;
  /** For inline scripts and styles; the policy names it once used. */
  readonly nonce: string;
  /** As people see it: public origin, no `.data`. */
  url: URL;
  /** Of the client, or as the trusted proxy reports it. */
  address: string;
  /** Looked up once, at the first call. */
  viewer(): Promise<Viewer | null>;
  /** By the console's own cookie; looked up once, at the first call. */
  admin(): Promise<AdminSession | null>;
  /** Works for every response: React Router drops a refused form's headers. */
  setHeader(name: string, value: string): void;
  setCookie(header: string): void;
  /** False for what the router's script fetches. */
  isDocument: boolean;
  /** The response is the page with a refused form. */
  refused: boolean;
  /** The request's form may send this much; all is given back if it can't be answered now. */
  formSize: BodySize;
  /** Other sites may frame the response: the embedded player only. */
  allowFraming: boolean;
  /** Takes cards: the payment service's scripts and frames run. */
  allowPayment: boolean;
  /** The message of the form before this page. Reading removes it, unless the response redirects. */
  readFlash(): FlashKey | null;
}

export const requestContext = createContext<RequestContext>();

type Context = Readonly<RouterContextProvider>;

/** The signed-in user, whatever the account's state. */
export function getViewer(context: Context): Promise<Viewer | null> {
  return context.get(requestContext).viewer();
}
