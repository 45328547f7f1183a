import { adminPassword, adminUsername } from "./admin-password.ts";
import { answerCheckOf } from "./api/api-answers.ts";

/**
 * A browser-like caller: keeps cookies, follows no redirects, sends JSON or forms. What it is answered below `/api` must be
 * as the API's document says.
 */
export class Client {
  readonly origin: string;
  #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A client signed in as a new local account. */
  static async signedIn(origin: string, email: string, name = "夜野 かなで"): Promise<Client> {
    const client = new Client(origin);
    const response = await client.form("/sign-in", { name, email });
    if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`);
    return client;
  }

  /** `adminToken`: of the console, to which the same browser is signed in. */
  static withSession(origin: string, token: string, adminToken?: string): Client {
    const client = new Client(origin);
    client.#cookies.set("mugen_session", token);
    if (adminToken !== undefined) client.#cookies.set("mugen_admin", adminToken);
    return client;
  }

  /** A client signed in to the admin's console, with the password of test servers. Five times a minute for one server. */
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
      // A server that was killed meanwhile can't be asked any more.
      const answers = await answerCheckOf(this.origin).catch(() => null);
      await answers?.check(init.method ?? "GET", path, response);
    }
    return response;
  }

  /** What it would send now. */
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
