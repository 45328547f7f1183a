import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Events, type MutableToken, OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";
import { z } from "zod";
import { listen } from "../listen.ts";

/** Claims of the ID token; they replace the provider's own. */
export type Person = Record<string, unknown> & { sub: string };

type Trouble = "refuses connections" | "never answers" | { status: number; body?: unknown };

type Address = "discovery" | "keys" | "token";

const addresses: Record<string, Address> = {
  "/.well-known/openid-configuration": "discovery",
  "/jwks": "keys",
  "/token": "token",
};

export const client = { id: "mugen-test", secret: "mugen-test-secret" };

const google = "https://accounts.google.com";
const dayS = 24 * 60 * 60;

/**
 * An OpenID Connect provider on loopback, as strict with client, PKCE and codes as a real one. Browsers choose among `people`;
 * HTTP tests `choose`.
 *
 * Everybody signed in a day ago (`auth_time`), and is asked again for `prompt=login` or `max_age` (OpenID Connect Core
 * §3.1.2.1). Google does not ask again and knows neither; it sends `auth_time` if "session age claims" are on.
 */
export class IdentityProvider {
  readonly issuer: string;
  /** For a process whose `fetch` is `reach`, Google is here too. */
  readonly #address: string;
  people: Person[] = [];
  troubles: Partial<Record<Address, Trouble>> = {};
  /** Changes the ID token on its way; undefined omits it. */
  tamper: (idToken: string) => string | undefined = (idToken) => idToken;
  lookUps = 0;
  readonly #server: Server;
  readonly #service: OAuth2Service;
  /** By issued code. */
  readonly #codes = new Map<string, Person>();

  private constructor(server: Server, issuer: OAuth2Issuer, address: string) {
    this.#server = server;
    this.issuer = issuer.url ?? address;
    this.#address = address;
    this.#service = new OAuth2Service(issuer);
    this.#service.on(
      Events.BeforeAuthorizeRedirect,
      ({ url: back }: { url: URL }, request: IncomingMessage) => {
        const { searchParams: asked } = new URL(request.url ?? "", address);
        const answer = asked.get("as");
        const code = back.searchParams.get("code") ?? "";
        if (answer) {
          const asksAgain = asked.get("prompt") === "login" || asked.has("max_age");
          const ageS = asksAgain && this.issuer !== google ? 0 : dayS;
          const auth_time = Math.floor(Date.now() / 1000) - ageS;
          this.#codes.set(code, { auth_time, ...person.parse(JSON.parse(answer)) });
        } else {
          back.searchParams.delete("code");
          back.searchParams.set("error", "access_denied");
        }
      },
    );
    this.#service.on(
      Events.BeforeTokenSigning,
      (token: MutableToken, request: { body: { code?: string } }) => {
        Object.assign(token.payload, this.#codes.get(request.body.code ?? ""));
      },
    );
    this.#service.on(Events.BeforeResponse, (answer: { body: unknown }) => {
      const tokens = issued.safeParse(answer.body);
      if (tokens.success) answer.body = { ...tokens.data, id_token: this.tamper(tokens.data.id_token) };
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    );
  }

  /** `asGoogle`: calls itself Google and asks nobody again. */
  static async start({ asGoogle = false } = {}): Promise<IdentityProvider> {
    const server = createServer();
    const port = await listen(server);
    const issuer = new OAuth2Issuer(undefined);
    await issuer.keys.generate("RS256");
    // Another site than 127.0.0.1, as Google is.
    const url = `http://localhost:${port}`;
    issuer.url = asGoogle ? google : url;
    return new IdentityProvider(server, issuer, url);
  }

  /** Of a process to which this is Google. */
  readonly reach: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    return fetchReally(this.#atAddress(request.url), {
      ...init,
      method: request.method,
      headers: request.headers,
      body: request.body,
      ...(request.body ? { duplex: "half" } : {}),
    });
  };

  get settings() {
    return { GOOGLE_ISSUER: this.issuer, GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret };
  }

  /** Answers as `who`, or turns back; returns the callback's address. */
  async choose(authorizationUrl: string, who: Person | "cancel"): Promise<string> {
    const url = this.#atAddress(answerUrl(authorizationUrl, who));
    const response = await fetchReally(url, { redirect: "manual" });
    const back = response.headers.get("Location");
    if (!back) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    return back;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #atAddress = (url: string) => url.replace(this.issuer, this.#address);

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "", this.#address);
    const address = addresses[url.pathname];
    if (address === "discovery") this.lookUps++;
    const trouble = address && this.troubles[address];
    if (trouble === "refuses connections") request.destroy();
    else if (trouble === "never answers") return;
    else if (trouble) response.writeHead(trouble.status).end(JSON.stringify(trouble.body ?? {}));
    else if (address === "token" && !isKnownClient(request))
      response.writeHead(401).end(JSON.stringify({ error: "invalid_client" }));
    else if (url.pathname === "/authorize" && !url.searchParams.has("as")) {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(this.#chooser(url.href));
    } else this.#service.requestHandler(request, response);
  }

  #chooser(authorizationUrl: string): string {
    const links = this.people.map(
      (one) =>
        `<p><a href="${escaped(answerUrl(authorizationUrl, one))}">${escaped(String(one.name))}</a></p>`,
    );
    return `<!doctype html><html lang="ja"><title>アカウントの選択</title><h1>アカウントの選択</h1>${links.join("")}
      <p><a href="${escaped(answerUrl(authorizationUrl, "cancel"))}">キャンセル</a></p>`;
  }
}

const isKnownClient = (request: IncomingMessage) =>
  request.headers.authorization ===
  `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;

/** Tests may replace the process's own. */
const fetchReally = fetch;

const issued = z.looseObject({ id_token: z.string() });
const person = z.looseObject({ sub: z.string() });

function answerUrl(authorizationUrl: string, who: Person | "cancel"): string {
  const url = new URL(authorizationUrl);
  url.searchParams.set("as", who === "cancel" ? "" : JSON.stringify(who));
  return url.href;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
