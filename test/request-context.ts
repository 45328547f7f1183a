import { RouterContextProvider } from "react-router";
import { usualBodySize } from "#app/http/core/read-body.server.ts";
import { type RequestContext, requestContext } from "#app/http/core/request-context.ts";

/** The context of a visitor's request, without a server; `own` overrides. */
export function contextOf(request: Request, own: Partial<RequestContext> = {}): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContext, {
    requestId: "",
    nonce: "",
    url: new URL(request.url),
    address: "10.0.0.1",
    viewer: async () => null,
    admin: async () => null,
    setHeader() {},
    setCookie() {},
    isDocument: true,
    refused: false,
    formSize: usualBodySize,
    allowFraming: false,
    allowPayment: false,
    readFlash: () => null,
    ...own,
  });
  return context;
}
