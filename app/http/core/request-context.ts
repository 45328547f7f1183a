import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { BodySize } from "./read-body.server.ts";

export interface RequestContext {
  /** Random; in `X-Request-Id`, in the log and in the message of an internal error. */
  requestId: string;
  /** Of the response's inline scripts and styles; the policy names it when somebody has asked for it. */
  readonly nonce: string;
  /** The requested URL as people see it: public origin, no `.data`. */
  url: URL;
  /** The client's address, or the one that the trusted proxy reports. */
  address: string;
  /** The signed-in user; the session is looked up once, at the first call. */
  viewer(): Promise<Viewer | null>;
  /** The admin who is signed in to the console, by a cookie of its own; looked up once, at the first call. */
  admin(): Promise<AdminSession | null>;
  /** Sets a header of the response, whatever builds it: React Router drops those of a refused form. */
  setHeader(name: string, value: string): void;
  /** Adds a Set-Cookie header to the response, whatever builds it. */
  setCookie(header: string): void;
  /** Whether a document is requested; false for what the router's script fetches. */
  isDocument: boolean;
  /** Set when the response is the page with a refused form. */
  refused: boolean;
  /** How much the form of this request may send: all of that is given back when it can't be answered for now. */
  formSize: BodySize;
  /** Set when other sites may show the response in a frame: only the embedded player. */
  allowFraming: boolean;
  /** Set on the page that takes cards: scripts and frames of the payment service run there. */
  allowPayment: boolean;
  /** The flash message of the form before this page, or null. Reading removes it, unless the response redirects. */
  readFlash(): FlashKey | null;
}

export const requestContext = createContext<RequestContext>();

type Context = Readonly<RouterContextProvider>;

/** The signed-in user of this request, whatever the state of the account, or null. */
export function getViewer(context: Context): Promise<Viewer | null> {
  return context.get(requestContext).viewer();
}
