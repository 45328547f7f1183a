import { Agent, request } from "node:http";
import { z } from "zod";
import { listedRoutes } from "#test/api/route-patterns.ts";
import { processorSeconds } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

/** The dearest request of a visitor (ms). */
export const dearestGoalMs = 20;

interface DearRequest {
  request: string;
  status: number;
  cpuMs: number;
}

interface Sent {
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Just below the limits of most bodies, of the largest forms, and of headers (16 KB). */
const bodyBytes = 63_000;
const longTextBytes = 255_000;
const dictionaryBytes = 860_000;
const headerBytes = 12_000;

const marks = (length: number) => `a${"\u0301".repeat(length)}${"\u0316".repeat(length)}`;
const times = (count: number, text: (at: number) => string, separator = "") =>
  Array.from({ length: count }, (_, at) => text(at)).join(separator);

const lines = (count: number) =>
  times(count, (at) => `lines[${Math.floor(at / 100)}][${at % 100}].text=a`, "&");

const fields =
  "name email message text title script inputText description category publicSlug word reading q search".split(
    " ",
  );
const queries = "search q category cursor page limit order redirect url edit word tab days".split(" ");

function queriesOf(): [name: string, query: string][] {
  const each = Math.floor(headerBytes / queries.length);
  const all = (value: string) => queries.map((name) => `${name}=${value.slice(0, each)}`).join("&");
  return [
    ["nothing", ""],
    ["long values", all("a".repeat(each))],
    ["combining marks", all(encodeURIComponent(marks(80)))],
    ["a search of combining marks", `search=${encodeURIComponent(marks(950))}`],
    ["many words", `search=${encodeURIComponent(times(50, (at) => String.fromCodePoint(0x4e00 + at), " "))}`],
    ["wrong cursors", all(Buffer.from(times(60, (at) => `[${at},`)).toString("base64url"))],
    ["3,000 names", times(3000, (at) => `${at % 10}=`, "&")],
    ["deep names", times(500, (at) => `a${at}[99][99][99]=`, "&")],
  ];
}

function bodiesOf(): [name: string, type: string, body: string][] {
  const encoded = "application/x-www-form-urlencoded";
  const each = Math.floor(bodyBytes / fields.length);
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return [
    ["deep names", encoded, times(199, (at) => `a${at}[99][99][99][99]=`, "&")],
    ["lists with gaps", encoded, times(199, (at) => `lines[0][${99 - (at % 99)}].text=a`, "&")],
    ["a script's lines", encoded, `intent=save-script&${lines(2900)}`],
    ["fewer lines", encoded, `intent=save-script&${lines(900)}`],
    ...["inputText", "text", "message"].flatMap((field): [string, string, string][] => [
      [`${field} of signs`, encoded, `intent=import&${field}=${"<".repeat(33_000)}`],
      [`long ${field} of signs`, encoded, `intent=import&${field}=${"<".repeat(longTextBytes)}`],
      [`longest ${field}`, encoded, `intent=import&${field}=${"a".repeat(195_000)}`],
      [`${field} of a dictionary`, encoded, `intent=import&${field}=${"<".repeat(dictionaryBytes)}`],
    ]),
    ["40,000 names", encoded, times(10_000, (at) => `${at}=`, "&")],
    [
      "combining marks",
      encoded,
      fields.map((name) => `${name}=${encodeURIComponent(marks(each / 13))}`).join("&"),
    ],
    ["one long text", encoded, `message=${"a".repeat(bodyBytes)}`],
    ["one text of white space", encoded, `message=${"+".repeat(bodyBytes)}a`],
    ["an address that is none", encoded, `name=a&subject=a&message=a&email=${"a.".repeat(bodyBytes / 2)}@`],
    [
      "parts",
      "multipart/form-data; boundary=x",
      `${times(199, (at) => part(fields[at % 14] ?? "", "a".repeat(200)))}--x--`,
    ],
    ["half parts", "multipart/form-data; boundary=x", times(10_000, () => "\r\n--x")],
    [
      "a deep value",
      "application/json",
      `{"name":${"[".repeat(bodyBytes / 2)}${"]".repeat(bodyBytes / 2 - 10)}}`,
    ],
    ["many keys", "application/json", `{${times(5000, (at) => `"k${at}":1`, ",")}}`],
    [
      "long lists",
      "application/json",
      `{"ids":[${times(9000, () => '"x"', ",")}],"items":[${times(3000, () => "{}", ",")}],"trackIds":[${times(3000, () => '""', ",")}]}`,
    ],
    [
      "texts of marks",
      "application/json",
      JSON.stringify(Object.fromEntries(fields.map((name) => [name, marks(each / 5)]))),
    ],
  ];
}

/** The route table, and the calls in the API's document (`/api/tracks/{id}`). */
async function listPaths(port: number): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(await response.json());
  const calls = Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  return [...listedRoutes.map(({ pattern }) => pattern), ...calls].map((pattern) =>
    pattern
      .replace(/:trackId|:id\b/g, "1")
      .replace(/:[^/]+/g, "x")
      .replace(/\*/g, "x")
      .replace(/\?/g, ""),
  );
}

/** Each address with expensive queries, headers and bodies. */
function* requests(paths: ReadonlySet<string>): Generator<Sent> {
  for (const path of paths) {
    for (const [name, query] of queriesOf())
      yield {
        name: `GET ${path}, ${name}`,
        method: "GET",
        path: query ? `${path}?${query}` : path,
        headers: {},
        body: "",
      };
    const cookie = times(900, (at) => `c${at}=${"%E3".repeat(2)}`, "; ").slice(0, headerBytes);
    yield { name: `GET ${path}, many cookies`, method: "GET", path, headers: { Cookie: cookie }, body: "" };
    for (const [name, type, body] of bodiesOf())
      yield { name: `POST ${path}, ${name}`, method: "POST", path, headers: { "Content-Type": type }, body };
  }
}

/**
 * Asks every address a few times, then the slowest often. Returns the dearest, in ms of processor. Skips logins: a password is
 * slow on purpose, and limited.
 */
export async function measureDearest(mugen: RunningProgram): Promise<DearRequest[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<number>((resolve) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: mugen.port,
          agent,
          method,
          path: encodeURI(path).replaceAll("%25", "%"),
          headers: {
            Accept: "text/html",
            ...headers,
            ...(body && { "Content-Length": Buffer.byteLength(body) }),
          },
        },
        (response) => response.resume().once("close", () => resolve(response.statusCode ?? 0)),
      );
      sent.setTimeout(5000, () => sent.destroy());
      sent.once("error", () => resolve(0)).end(body);
    });
  const measure = async (one: Sent, count: number): Promise<DearRequest> => {
    let status = 0;
    const before = processorSeconds(mugen.pid) ?? 0;
    for (let n = 0; n < count; n++) status = await send(one);
    return {
      request: one.name,
      status,
      cpuMs: (((processorSeconds(mugen.pid) ?? 0) - before) * 1000) / count,
    };
  };
  try {
    const found: { one: Sent; cpuMs: number }[] = [];
    for (const one of requests(new Set(await listPaths(mugen.port)))) {
      if (/^POST (\/api)?\/admin\/login|^POST \/ws|\/stream$/.test(one.name)) continue;
      found.push({ one, cpuMs: (await measure(one, 2)).cpuMs });
    }
    const dearest = found.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 40);
    const again: DearRequest[] = [];
    for (const { one } of dearest) again.push(await measure(one, 20));
    return again.toSorted((a, b) => b.cpuMs - a.cpuMs);
  } finally {
    agent.destroy();
  }
}
