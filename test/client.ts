import { adminPassword, adminUsername } from "./admin-password.ts";
import { answerCheckOf } from "./api/api-answers.ts";

/**
 * Like a browser: keeps cookies, sends JSON or forms; follows no redirects. Checks answers below `/api` against the API's
 * document.
 */
export class Client {
  readonly origin: string;
  #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  static async signedIn(origin: string, email: string, name = "夜野 かなで"): Promise<Client> {
    const client = new Client(origin);
    const response = await client.form("/sign-in", { name, email });
    if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`);
    return client;
  }

  /** `adminToken`: a console session of the same browser. */
  static withSession(origin: string, token: string, adminToken?: string): Client {
    const client = new Client(origin);
    client.#cookies.set("mugen_session", token);
    if (adminToken !== undefined) client.#cookies.set("mugen_admin", adminToken);
    return client;
  }

  /** Signs in to the console with the tests' password; five times a minute per server. */
  static async signedInAsAdmin(origin: string): Promise<Client> {
    const client = new Client(origin);
    const response = await client.send("POST", "/api/admin/login", {
      username: adminUsername,
      password: adminPassword,
    });
    if (response.status !== 200) throw new Error(`the admin's login answered ${response.status}`);
    return client;
  }

  static withAdminSession(origin: string, token: string): Client {
    const client = new Client(origin);
    client.#cookies.set("mugen_admin", token);
    return client;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.cookieHeaders())) headers.set(name, value);
    const response = await fetch(this.origin + path, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/Max-Age=0/.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
    if (/^\/api\//.test(path)) {
      // The server may have been killed meanwhile.
      const answers = await answerCheckOf(this.origin).catch(() => null);
      await answers?.check(init.method ?? "GET", path, response);
    }
    return response;
  }

  cookieHeaders(): { Cookie?: string } {
    if (this.#cookies.size === 0) return {};
    return { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  }

  get(path: string, headers?: Record<string, string>): Promise<Response> {
    return this.fetch(path, { ...(headers ? { headers } : {}) });
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  }

  form(path: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(path, {
      method: "POST",
      headers: { Accept: "text/html" },
      body: new URLSearchParams(fields),
    });
  }
}
