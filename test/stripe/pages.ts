import type { ServerResponse } from "node:http";
import type { StripeDouble } from "./double.ts";

interface PageRequest {
  method: string;
  url: URL;
  body: string;
}

/** Answers what a browser asks for: hosted pages, the browser's library, the console. */
export async function answerPage(_: StripeDouble, _request: PageRequest, response: ServerResponse) {
  response.writeHead(404).end();
}
