import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { decrypt } from "http_ece";
import { importJWK, jwtVerify } from "jose";
import { z } from "zod";
import type { PushMessage } from "#app/features/push/push.ts";
import { listen } from "../listen.ts";

const messageSchema: z.ZodType<PushMessage> = z.strictObject({
  title: z.string().min(1),
  body: z.string().min(1),
  url: z.string().startsWith("/"),
  tag: z.string(),
  badge: z.int().optional(),
  isTest: z.boolean(),
});

interface Received {
  message: PushMessage;
  topic: string;
  urgency: string;
  ttl: number;
  subject: unknown;
  bytes: number;
}

/** What it tells the site, and was sent. */
export interface SubscribedBrowser {
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  received: Received[];
  /** At first 201. */
  answer: { status: number; headers?: Record<string, string> };
  asked: number;
  /** While a request waits. */
  meanwhile?: () => Promise<void>;
}

export interface PushService {
  origin: string;
  /** With `publicKey` takes messages of that site alone (RFC 8292 §4). */
  subscribe(publicKey?: string): SubscribedBrowser;
  complaints: string[];
  close(): Promise<void>;
}

interface Known {
  browser: SubscribedBrowser;
  ecdh: ReturnType<typeof createECDH>;
  publicKey: string | undefined;
}

/** Trusts nothing: checks the VAPID token and key (RFC 8292) and headers, and decrypts with the browser's keys (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Known>();
  const complaints: string[] = [];
  const server = createServer(async (request, response) => {
    const known = browsers.get(request.url ?? "");
    if (!known) {
      response.writeHead(404).end();
      return;
    }
    const { browser } = known;
    browser.asked += 1;
    try {
      const received = await read(request, { ...known, origin });
      await browser.meanwhile?.();
      const { status, headers } = browser.answer;
      if (status === 201) browser.received.push(received);
      response.writeHead(status, headers).end();
    } catch (error) {
      complaints.push(String(error));
      response.writeHead(400).end();
    }
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    complaints,
    subscribe(publicKey) {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      const path = `/push/${randomUUID()}`;
      const browser: SubscribedBrowser = {
        subscription: { endpoint: origin + path, expirationTime: null, keys: { p256dh, auth } },
        received: [],
        answer: { status: 201 },
        asked: 0,
      };
      browsers.set(path, { browser, ecdh, publicKey });
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage, o: Known & { origin: string }): Promise<Received> {
  const header = (name: string) => z.string(`no ${name}`).parse(request.headers[name]);
  if (request.method !== "POST") throw new Error(`method ${request.method}`);
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header("authorization")) ?? [];
  if (o.publicKey !== undefined && key !== o.publicKey) throw new Error("another site's key");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), {
    algorithms: ["ES256"],
    audience: o.origin,
    requiredClaims: ["exp", "sub"],
  });
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 60 * 60) throw new Error("exp is too far away");
  if (header("content-encoding") !== "aes128gcm") throw new Error("not encrypted");
  const topic = header("topic");
  if (!/^[\w-]{1,32}$/.test(topic)) throw new Error(`topic ${topic}`);
  const content = await bodyOf(request);
  if (content.length > 4096) throw new Error(`${content.length} bytes`);
  const { subscription } = o.browser;
  const plain = decrypt(content, {
    version: "aes128gcm",
    privateKey: o.ecdh,
    authSecret: subscription.keys.auth,
  });
  return {
    message: messageSchema.parse(JSON.parse(plain.toString("utf8"))),
    topic,
    urgency: header("urgency"),
    ttl: z.coerce.number().int().positive().parse(header("ttl")),
    subject: payload.sub,
    bytes: content.length,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
