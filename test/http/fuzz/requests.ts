import type { DocumentedCall, JsonSchema } from "#app/features/api-docs/documented-calls.ts";
import type { Schemas } from "#app/features/api-docs/example-request.ts";
import type { ActorName } from "./actors.ts";
import { Dice } from "./dice.ts";
import {
  edgeSegment,
  edgeValue,
  encodeSegment,
  hostileCursors,
  hostileTexts,
  missing,
  withRawNumbers,
} from "./edge-values.ts";
import { type Files, multipartBody } from "./multipart-body.ts";
import { placesIn, type Suggest, validValue, withValueAt } from "./schema-values.ts";
import { idsFor, kindOfField, kindOfParameter, type Thing } from "./things.ts";

export interface FuzzRequest {
  number: number;
  call: DocumentedCall;
  actor: ActorName;
  method: string;
  /** With the query. */
  address: string;
  headers: Record<string, string>;
  body: string | Buffer<ArrayBuffer> | undefined;
}

/** What requests are made of. */
export interface Material {
  calls: readonly DocumentedCall[];
  schemas: Schemas;
  things: readonly Thing[];
  /** Values of fields and parameters by name, where no id is meant. */
  values: Readonly<Record<string, readonly unknown[]>>;
  files: Files;
}

/** In an address it stands for the session of a leaver. */
export const ownSession = "own-session";

/** End the session or the account of who calls them. */
const endings = new Set([
  "DELETE /api/auth/account",
  "GET /api/auth/logout",
  "POST /api/auth/logout",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/sessions/{id}",
  "POST /api/admin/logout",
  // Ends the browser's earlier session.
  "POST /api/admin/login",
]);

/** Speak, draw, hash, convert or write everything: the share of the requests that others get. */
const slowCalls: Readonly<Record<string, number>> = {
  "POST /api/generate-script": 0.1,
  "POST /api/regenerate-script": 0.1,
  "POST /api/generate-audio-preview": 0.05,
  "POST /api/v2/background-process": 0.05,
  "GET /api/readings/sample": 0.1,
  "GET /api/voices/{voiceId}/sample": 0.1,
  "GET /api/audio-tasks/{id}/lines/{line}/sound": 0.1,
  "GET /api/generate-content": 0.05,
  "POST /api/admin/login": 0.15,
  "POST /api/admin/uploads": 0.2,
  "POST /api/admin/themes/{id}/generate-audio": 0.05,
  "POST /api/admin/files/sync-all": 0.1,
  "POST /api/admin/youtube/extract": 0.1,
  "GET /api/auth/export": 0.4,
  "POST /api/upload/profile-image": 0.06,
  // Words that are shown are judged by an analysis.
  "POST /api/categories": 0.3,
  "PUT /api/auth/profile": 0.3,
  "PATCH /api/auth/profile": 0.3,
  "POST /api/playlists": 0.4,
  "PUT /api/playlists/{id}": 0.4,
  "POST /api/tracks/{id}/playlists": 0.4,
  "GET /api/tracks/{id}/cover.png": 0.3,
  "GET /api/users/{id}/cover.png": 0.3,
  "GET /api/playlists/{id}/cover.png": 0.3,
  "GET /api/docs": 0.1,
  "GET /api/openapi.json": 0.2,
};

/** Ask Stripe, which does not know the subscriptions of `member` and `other`. */
const asksStripe = /^\/api\/(?:premium\/|create-payment-intent$|user\/upgrade-premium$)/;

/** Each must be in the document, or it has another name now. */
export const namedCalls = [...endings, ...Object.keys(slowCalls)];

export const nameOf = ({ method, path }: DocumentedCall) => `${method} ${path}`;

/** Which call each of `count` requests is of: all in turn, in a random order. */
export function planOf(
  calls: readonly DocumentedCall[],
  o: { seed: number; count: number },
): DocumentedCall[] {
  const weights = calls.map((call) => slowCalls[nameOf(call)] ?? 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const plan = calls.flatMap((call, at) =>
    Array.from({ length: Math.ceil(((weights[at] ?? 1) / whole) * o.count) }, () => call),
  );
  return new Dice(o.seed, -1).shuffle(plan).slice(0, o.count);
}

type Caller = readonly [actor: ActorName, weight: number];

const signedIn = [
  ["member", 34],
  ["other", 30],
  ["listener", 25],
] as const;

const callersOf: Readonly<Record<DocumentedCall["who"], readonly [Caller, ...Caller[]]>> = {
  anyone: [["visitor", 25], ["admin", 5], ["moderator", 5], ...signedIn],
  accounts: [["visitor", 6], ["admin", 5], ...signedIn],
  members: [["visitor", 6], ["admin", 5], ...signedIn],
  admin: [["admin", 240], ["moderator", 60], ["visitor", 30], ...signedIn],
  "members-or-admin": [["admin", 25], ["moderator", 10], ["visitor", 8], ...signedIn],
};

const callersOfStripe = [
  ["payer", 60],
  ["listener", 30],
  ["visitor", 10],
] as const satisfies Caller[];

type Manner = "valid" | "edge" | "broken";

/** `valid` as the document says, `edge` with one value at its edge or wrong, `broken`: no reader of JSON takes it. */
const manners = [
  ["valid", 50],
  ["edge", 42],
  ["broken", 8],
] as const satisfies (readonly [Manner, number])[];

export function makeRequest(
  material: Material,
  o: { seed: number; number: number; call: DocumentedCall },
): FuzzRequest {
  const { number, call } = o;
  const dice = new Dice(o.seed, number);
  const chosen = dice.weighted(asksStripe.test(call.path) ? callersOfStripe : callersOf[call.who]);
  const actor = endings.has(nameOf(call)) && chosen !== "visitor" ? "leaver" : chosen;
  const manner = dice.weighted<Manner>(manners);
  const from = { material, call, actor, dice };
  const address = addressOf(from, manner === "edge" && (dice.chance(0.5) || !call.body));
  const body = bodyOf(from, manner);
  const isRead = call.method === "GET";
  return {
    number,
    call,
    actor,
    method: isRead && dice.chance(0.04) ? "HEAD" : call.method,
    address,
    headers: {
      ...networkOf(dice),
      ...body.headers,
      ...furtherHeaders(dice, call),
      ...streamHeaders(call, dice),
    },
    body: body.content,
  };
}

interface From {
  material: Material;
  call: DocumentedCall;
  actor: ActorName;
  dice: Dice;
}

/** As a trusted proxy says it: limits per address count each alone. */
export const networkOf = (dice: Dice) => ({
  "X-Forwarded-For": [10, dice.between(0, 255), dice.between(0, 255), dice.between(1, 254)].join("."),
});

function addressOf(from: From, hasEdge: boolean): string {
  const { call, dice } = from;
  const inPath = call.parameters.filter((one) => one.in === "path");
  const inQuery = call.parameters.filter((one) => one.in === "query");
  const wrong = hasEdge ? dice.pick([...inPath, ...inQuery]) : undefined;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = inPath.find((one) => one.name === name);
    if (parameter === wrong && wrong) return edgeSegment(dice);
    return encodeSegment(`${parameterValue(from, name, schemaOf(parameter))}`);
  });
  const query = new URLSearchParams();
  for (const parameter of inQuery) {
    const schema = schemaOf(parameter);
    if (parameter === wrong) {
      for (const value of edgeQueryValues(parameter.name, schema, dice)) query.append(parameter.name, value);
    } else if (parameter.required || dice.chance(0.4)) {
      query.append(parameter.name, `${parameterValue(from, parameter.name, schema)}`);
    }
  }
  if (hasEdge && dice.chance(0.1)) query.append(dice.pick(hostileTexts) ?? "", "1");
  const text = query.toString();
  // Some that no URL's parser would write.
  const unreadable =
    hasEdge && dice.chance(0.05) ? dice.pick(["&%ff=%zz", "&=", "&&&", "&a[b]=1"] as const) : "";
  return text || unreadable ? `${path}?${text}${unreadable}` : path;
}

type Parameter = DocumentedCall["parameters"][number];

const schemaOf = (parameter: Parameter | undefined): JsonSchema => parameter?.schema ?? {};

function edgeQueryValues(name: string, schema: JsonSchema, dice: Dice): string[] {
  if (name === "cursor") return [dice.pick(hostileCursors) ?? ""];
  const isNumber = !("$ref" in schema) && (schema.type === "integer" || schema.type === "number");
  const value = edgeValue(isNumber ? 1 : "x", schema, dice);
  const text = typeof value === "string" ? value : `${JSON.stringify(value === missing ? "" : value)}`;
  // Of longer heads nobody reads the end.
  const short = text.replace(/^raw number /, "").slice(0, 600);
  return dice.chance(0.2) ? [short, short] : [short];
}

function parameterValue(from: From, name: string, schema: JsonSchema): unknown {
  const { call, dice, material } = from;
  const kind = kindOfParameter(call.path, name);
  if (kind === "session" && from.actor === "leaver" && dice.chance(0.7)) return ownSession;
  const ids = kind ? idsOf(from, kind, false) : [];
  if (ids.length > 0) return dice.pick(ids);
  const values = material.values[name] ?? [];
  if (values.length > 0 && dice.chance(0.9)) return dice.pick(values);
  return validValue(schema, { dice, schemas: material.schemas, suggest: () => [] }, name);
}

/** One's own, what others guard, or anything of others, as far as there is any. */
function idsOf({ material, call, actor, dice }: From, kind: Thing["kind"], isInBody: boolean): string[] {
  const changes = call.method !== "GET";
  const { own, guarded, others } = idsFor(material.things, { kind, actor, changes, isInBody });
  return dice.weighted([
    [own, own.length > 0 ? 45 : 0],
    [guarded, guarded.length > 0 ? 30 : 0],
    [others, others.length > 0 ? 25 : 0],
  ]);
}

function bodyOf(
  from: From,
  manner: Manner,
): { headers: Record<string, string>; content: FuzzRequest["body"] } {
  const { call, dice, material } = from;
  const { body } = call;
  // Whoever expects none gets one, seldom.
  if (!body) {
    if (call.method === "GET" || dice.chance(0.9)) return { headers: {}, content: undefined };
    return {
      headers: { "Content-Type": "application/json" },
      content: dice.pick(["{}", "null", "{", ""] as const),
    };
  }
  if (body.type === "multipart/form-data") {
    const fields = Object.keys("properties" in body.schema ? (body.schema.properties ?? {}) : {});
    return multipartBody(fields, {
      dice,
      files: material.files,
      values: material.values,
      isBroken: manner !== "valid",
    });
  }
  if (manner === "broken") return brokenBody(JSON.stringify(validBody(from, body.schema)), dice);
  const valid = validBody(from, body.schema);
  const value = manner === "valid" ? valid : withEdge(valid, body.schema, from);
  const content = value === undefined ? "" : withRawNumbers(JSON.stringify(value));
  return { headers: { "Content-Type": "application/json" }, content };
}

function validBody(from: From, schema: JsonSchema): unknown {
  const { call, material, dice } = from;
  const suggest: Suggest = (name) => {
    const kind = kindOfField(call.path, name);
    if (!kind) return material.values[name] ?? [];
    const ids = idsOf(from, kind, true);
    if (kind === "track" || kind === "item" || kind === "notification") return ids.map(Number);
    return kind === "task" ? ids.flatMap((id) => [id, `v2_${id}`]) : ids;
  };
  return validValue(schema, { dice, schemas: material.schemas, suggest });
}

function withEdge(valid: unknown, schema: JsonSchema, { dice, material }: From): unknown {
  const places = placesIn(valid, schema, material.schemas);
  const [whole, ...inner] = places;
  const chosen = (dice.chance(0.1) ? whole : dice.pick(inner)) ?? whole;
  if (!chosen) return valid;
  const edge = edgeValue(chosen.value, chosen.schema, dice);
  return withValueAt(valid, chosen.place, edge === missing ? undefined : edge);
}

function brokenBody(json: string, dice: Dice): ReturnType<typeof bodyOf> {
  const asJson = { "Content-Type": "application/json" };
  return dice.pick([
    { headers: asJson, content: json.slice(0, -1) },
    { headers: asJson, content: `${json}${json}` },
    { headers: asJson, content: `\ufeff${json}` },
    { headers: asJson, content: "NaN" },
    { headers: asJson, content: "undefined" },
    { headers: asJson, content: "" },
    { headers: asJson, content: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) },
    { headers: asJson, content: `{"a":"${"x".repeat(70_000)}"}` },
    { headers: asJson, content: "[".repeat(30_000) },
    { headers: { "Content-Type": "application/json; charset=utf-16" }, content: json },
    { headers: { "Content-Type": "APPLICATION/JSON" }, content: json },
    { headers: { "Content-Type": "text/plain" }, content: json },
    { headers: { "Content-Type": "application/xml" }, content: "<a>1</a>" },
    { headers: { "Content-Type": "application/x-www-form-urlencoded" }, content: "a=1&b[]=2&__proto__[x]=1" },
    { headers: { "Content-Type": "multipart/form-data" }, content: json },
    { headers: { "Content-Type": "multipart/form-data; boundary=x" }, content: "--x\r\n\r\n\r\n--x--" },
    { headers: { "Content-Type": "application/json, text/plain" }, content: json },
    { headers: { "Content-Type": "" }, content: json },
    { headers: { ...asJson, "Content-Encoding": "gzip" }, content: json },
  ] as const);
}

/** A stream that begins something asks for it, so that no link can. */
function streamHeaders(call: DocumentedCall, dice: Dice): Record<string, string> {
  const isStream = call.responses.some(({ content }) => content?.type === "text/event-stream");
  return isStream && dice.chance(0.8) ? { Accept: "text/event-stream" } : {};
}

function furtherHeaders(dice: Dice, call: DocumentedCall): Record<string, string> {
  // Of files parts are asked for.
  const isFile = call.responses.some(({ content }) => /^(?:audio|image)/.test(content?.type ?? ""));
  if (!dice.chance(isFile ? 0.6 : 0.2)) return {};
  if (call.method !== "GET") {
    return (
      dice.pick<Record<string, string>>([
        { Origin: "https://elsewhere.example" },
        { Origin: "null" },
        { "Sec-Fetch-Site": "cross-site" },
        { "Accept-Language": "x".repeat(2000) },
        { Prefer: "respond-async" },
      ]) ?? {}
    );
  }
  return (
    dice.pick<Record<string, string>>([
      { Range: "bytes=0-9" },
      { Range: "bytes=-1" },
      { Range: "bytes=99999999999999999999-" },
      { Range: "bytes=5-2" },
      { Range: "bytes=0-0,2-3" },
      { Range: "lines=1-2" },
      { "If-None-Match": "*" },
      { "If-None-Match": '"x", W/"y", z' },
      { "If-Match": '"x"' },
      { "If-Modified-Since": "yesterday" },
      { "If-Range": '"x"', Range: "bytes=0-1" },
      { "Last-Event-ID": "x.1" },
      { "Last-Event-ID": "-1" },
      { Accept: "text/event-stream" },
      { Accept: "image/webp" },
      { "Accept-Encoding": "br;q=x, gzip;q=9, *" },
      { Cookie: "mugen_session=%00; mugen_admin=x; mugen_consent=%ff" },
      { "User-Agent": "x".repeat(1000) },
      { "User-Agent": "Googlebot/2.1" },
    ]) ?? {}
  );
}
