import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { FlashKey } from "#app/features/shell/flash.ts";

export interface RequestContext {
  /** Random; in the answer's `X-Request-Id`, in the log and in what people quote for a fault of ours. */
  requestId: string;
  nonce: string;
  /** The requested URL as people see it: public origin, no `.data`. */
  url: URL;
  /** The client's, or what the trusted proxy names as such. */
  address: string;
  /** Looks the session up once, when first asked. */
  viewer(): Promise<Viewer | null>;
  /** Sets a header of the answer, whatever builds it: the router drops those of a refused form. */
  setHeader(name: string, value: string): void;
  /** Adds a Set-Cookie header to the answer, whatever builds it. */
  setCookie(header: string): void;
  /** Whether a document is asked for; false for what the router's script fetches. */
  isDocument: boolean;
  /** Set when the answer is a page with a form that was refused. */
  refused: boolean;
  /** Set when other sites may show the answer in a frame: the embedded player alone. */
  mayBeFramed: boolean;
  /** What the form before has left to be said. Whoever asks says it: it is forgotten unless the answer redirects. */
  takeFlash(): FlashKey | null;
}

export const requestContext = createContext<RequestContext>();

type Context = Readonly<RouterContextProvider>;

/** The signed-in user of this request, whatever the account's state, or null. */
export function getViewer(context: Context): Promise<Viewer | null> {
  return context.get(requestContext).viewer();
}
