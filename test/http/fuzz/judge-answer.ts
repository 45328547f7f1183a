import type { answerCheckOf } from "#test/api/api-answers.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Secrets } from "./secrets.ts";

/** An answer that was read to its end, or an event stream's beginning. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer<ArrayBuffer>;
}

/** Signs of the program's inside: frames of a stack, files, statements, messages of the databases. */
const insides: readonly RegExp[] = [
  /\n\s+at .+:\d+:\d+/,
  /\bat [\w.<>]+ \((?:file|node|\/)[^)]*:\d+/,
  /node_modules|build\/server|\/app\/(?:features|http|routes)\//,
  /\bSQLITE_[A-Z]+\b|no such (?:table|column)|syntax error at or near|violates [a-z-]+ constraint/,
  /duplicate key value|invalid input syntax|out of range for type|UNIQUE constraint failed/,
  /\b(?:select|insert into|update|delete from) \\?"[a-z_]+\\?"/i,
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError|DrizzleQueryError|DrizzleError)\b/,
];

const noBody = new Set([204, 205, 304]);

/** Everything that is wrong with an answer. */
export async function judgeAnswer(
  { call, actor, method, address }: FuzzRequest,
  answer: Answer,
  o: {
    check: Awaited<ReturnType<typeof answerCheckOf>>["check"];
    secrets: Secrets;
    folders: readonly string[];
  },
): Promise<string[]> {
  const { status, headers, body } = answer;
  const found: string[] = [];
  // Speech that a busy machine has not ready in time.
  const isBusy = status === 503 && /\/(?:sample|sound)$/.test(call.path) && headers.has("Retry-After");
  if (status >= 500 && !isBusy) found.push(`a fault of the server: ${status}`);
  const whole = new Response(noBody.has(status) ? null : body, { status, headers });
  await o.check(method, address, whole).catch((error: unknown) => found.push(String(error)));
  const type = headers.get("Content-Type") ?? "";
  const isText = /json|text/.test(type);
  const text = isText ? body.toString() : "";
  const isConsole = call.who === "admin" || call.who === "members-or-admin";
  if (!(isConsole && (actor === "admin" || actor === "moderator"))) {
    const all = `${[...headers].flat().join("\n")}\n${isText ? text : body.toString("latin1")}`;
    found.push(...o.secrets.leaksTo(actor, all).map((leak) => `a secret of others: ${leak}`));
  }
  // The documentation is about the program.
  if (isText && type !== "text/html; charset=utf-8" && !address.startsWith("/api/openapi.json")) {
    const shown = [
      ...insides.flatMap((sign) => sign.exec(text)?.[0] ?? []),
      ...o.folders.filter((folder) => text.includes(folder)),
    ];
    found.push(...shown.map((sign) => `shows the program's inside: ${sign.trim()}`));
  }
  return found;
}
