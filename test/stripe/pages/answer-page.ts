import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { Invoice } from "../account/objects.ts";
import { StripeRefusal } from "../api/errors.ts";
import { intentOf } from "../billing/invoices.ts";
import type { StripeDouble } from "../double.ts";
import { answerCheckout, type PageAnswer } from "./checkout-page.ts";
import { answerConsole } from "./console-page.ts";
import { cardFields, challengePage, escaped, page } from "./html.ts";
import { answerPortal } from "./portal-page.ts";
import { readCardForm } from "./read-card-form.ts";

interface PageRequest {
  method: string;
  url: URL;
  body: string;
}

/** Hosted pages, browser library, console. */
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

const scripts: Record<string, string> = {
  "/v3/stripe.js": "stripe",
  "/endive/stripe.js": "stripe",
  "/v3/card-form.js": "card-form",
  "/v3/challenge.js": "challenge",
};

const frames: Record<string, string> = {
  "/v3/elements-inner-payment.html": `<style>
      :root { font-family: var(--fontFamily, sans-serif); font-size: var(--fontSizeBase, 16px); color: var(--colorText, #1a1a1a) }
      :root[data-theme=night] { color-scheme: dark; color: var(--colorText, #fff) }
      body { margin: 0; padding: 2px }
      form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
      .wide { grid-column: 1 / -1 }
      label { display: block; margin-bottom: 4px; font-size: .93em }
      input { font: inherit; box-sizing: border-box; width: 100%; min-height: 44px; padding: 10px; color: inherit;
        background: var(--colorBackground, #fff); border: 1px solid #8888; border-radius: var(--borderRadius, 5px) }
      :root[data-theme=night] input { background: var(--colorBackground, #30313d) }
      input:focus { outline: 2px solid var(--colorPrimary, #0570de) }
      input[aria-invalid=true] { border-color: var(--colorDanger, #df1b41) }
      p { margin: 4px 0 0; color: var(--colorDanger, #df1b41); font-size: .93em }
    </style>
    <form novalidate>
      <div class="wide"><label for="number"></label><input id="number" name="number" inputmode="numeric" autocomplete="cc-number" aria-describedby="number-error"><p id="number-error" role="alert"></p></div>
      <div><label for="expiry"></label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" aria-describedby="expiry-error"><p id="expiry-error" role="alert"></p></div>
      <div><label for="cvc"></label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" aria-describedby="cvc-error"><p id="cvc-error" role="alert"></p></div>
    </form><script src="/v3/card-form.js"></script>`,
  "/v3/three-d-secure.html": `<style>body { font-family: sans-serif; padding: 2rem; color: #1a1a1a } button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0 }</style>
    <h1>3D セキュア</h1><p>カード会社による本人確認です（テスト）。</p>
    <button value="true">認証を完了する</button><button value="false">認証に失敗する</button>
    <script src="/v3/challenge.js"></script>`,
};

function findElementsFile(path: string): { type: string; body: string } | undefined {
  const script = scripts[path];
  const frame = frames[path];
  if (script) {
    const source = readFileSync(new URL(`../browser/${script}.ts`, import.meta.url), "utf8");
    return { type: "text/javascript; charset=utf-8", body: stripTypeScriptTypes(source) };
  }
  return frame
    ? {
        type: "text/html; charset=utf-8",
        body: `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>Stripe</title></head><body>${frame}</body></html>`,
      }
    : undefined;
}

/** Stripe's invoice page: pay an open one, or confirm with the bank. No script. */
function answerInvoice(double: StripeDouble, path: string, form: URLSearchParams | null): PageAnswer {
  const { account } = double;
  const invoice = account.invoices.get(path.split("/").at(-1) ?? "");
  if (!invoice) return { status: 404, html: page("Invoice", "<h1>ページが見つかりません</h1>") };
  const intent = intentOf(account, invoice);
  if (invoice.status !== "open" || !intent) return show(invoice);
  if (intent.status === "requires_action") {
    if (!form) return { status: 200, html: challengePage };
    double.authenticate(intent.id, form.get("succeeds") === "true");
    return { location: path };
  }
  if (!form) return show(invoice);
  try {
    double.payWith(intent.id, readCardForm(account, form));
    return { location: path };
  } catch (error) {
    if (error instanceof StripeRefusal) return show(invoice, error.message);
    throw error;
  }
}

function show(invoice: Invoice, error?: string): PageAnswer {
  const { status, total } = invoice;
  const body =
    status === "open"
      ? `<form method="post">${cardFields}<button>支払う</button></form>`
      : `<p>${status === "paid" ? "お支払い済みです" : escaped(String(status))}</p>`;
  return {
    status: error ? 402 : 200,
    html: page(
      "Invoice",
      `<h1>Mugen プレミアム</h1><p>¥${total}</p>${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ""}${body}`,
    ),
  };
}
