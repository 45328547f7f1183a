import type { ServerResponse } from "node:http";
import type { StripeDouble } from "../double.ts";
import { answerCheckout, type PageAnswer } from "./checkout-page.ts";
import { answerConsole } from "./console-page.ts";
import { findElementsFile } from "./elements.ts";
import { page } from "./html.ts";
import { answerInvoice } from "./invoice-page.ts";
import { answerPortal } from "./portal-page.ts";

interface PageRequest {
  method: string;
  url: URL;
  body: string;
}

/** Answers what a browser asks for: the hosted pages, the browser's library, the console. */
export async function answerPage(
  double: StripeDouble,
  { method, url, body }: PageRequest,
  response: ServerResponse,
): Promise<void> {
  const file = findElementsFile(url.pathname);
  if (file) {
    response.writeHead(200, { "Content-Type": file.type, "Access-Control-Allow-Origin": "*" });
    response.end(file.body);
    return;
  }
  const form = method === "POST" ? new URLSearchParams(body) : null;
  const answer = await find(double, url.pathname, form);
  if ("location" in answer) response.writeHead(303, { Location: answer.location }).end();
  else response.writeHead(answer.status, { "Content-Type": "text/html; charset=utf-8" }).end(answer.html);
}

async function find(double: StripeDouble, path: string, form: URLSearchParams | null): Promise<PageAnswer> {
  if (path.startsWith("/c/pay/")) return answerCheckout(double, path, form);
  if (path.startsWith("/i/")) return answerInvoice(double, path, form);
  if (path.startsWith("/p/session/")) return answerPortal(double, path, form);
  if (path === "/") return answerConsole(double, form);
  return { status: 404, html: page("Stripe", "<h1>404</h1>") };
}
