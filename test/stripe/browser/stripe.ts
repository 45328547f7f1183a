// `window.Stripe`, as a site sees the Payment Element. Served as a plain script: imports nothing, declares nothing outside.
(() => {
  type Fields = Record<string, unknown>;
  type Handler = (event: Fields) => void;
  interface Outcome {
    intent?: Fields;
    error?: Fields;
  }

  const script = document.currentScript;
  const origin = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin;
  const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

  /** The card frame's messages, kept apart from others. */
  class CardFrame {
    readonly node = document.createElement("iframe");
    readonly #waiting = new Map<number, (answer: Fields) => void>();
    #calls = 0;

    constructor(o: { locale: string; appearance: unknown; onEvent: (type: string, event: Fields) => void }) {
      this.node.src = `${origin}/v3/elements-inner-payment.html#${encodeURIComponent(
        JSON.stringify({ locale: o.locale, appearance: o.appearance }),
      )}`;
      this.node.title = "Secure payment input frame";
      this.node.allow = "payment *";
      this.node.style.cssText = "border:0;width:100%;height:0;display:block";
      addEventListener("message", (message) => {
        if (message.source !== this.node.contentWindow || message.origin !== origin) return;
        const data: unknown = message.data;
        if (!isObject(data)) return;
        if (typeof data.height === "number") this.node.style.height = `${data.height}px`;
        if (typeof data.call === "number") this.#waiting.get(data.call)?.(data);
        if (typeof data.event === "string") o.onEvent(data.event, isObject(data.detail) ? data.detail : {});
      });
    }

    ask(request: Fields): Promise<Fields> {
      this.#calls += 1;
      const call = this.#calls;
      return new Promise((resolve) => {
        this.#waiting.set(call, resolve);
        this.node.contentWindow?.postMessage({ ...request, call }, origin);
      });
    }
  }

  class PaymentElement {
    readonly #handlers = new Map<string, Set<Handler>>();
    readonly #o: { locale: string; appearance: unknown };
    readonly #offersLink: boolean;
    frame: CardFrame | undefined;

    constructor(o: { locale: string; appearance: unknown }, offersLink: boolean) {
      this.#o = o;
      this.#offersLink = offersLink;
    }

    mount(target: string | HTMLElement) {
      const parent = typeof target === "string" ? document.querySelector(target) : target;
      if (!(parent instanceof HTMLElement))
        throw new Error(`The selector you specified (${target}) applies to no DOM elements`);
      this.frame = new CardFrame({
        ...this.#o,
        onEvent: (type, detail) => this.#emit(type, { elementType: "payment", ...detail }),
      });
      parent.replaceChildren(this.frame.node);
      if (!this.#offersLink) return;
      const link = document.createElement("label");
      link.append(
        Object.assign(document.createElement("input"), { type: "checkbox" }),
        "Linkに保存して、次回からすばやく支払う",
      );
      parent.append(link);
    }

    unmount() {
      this.frame?.node.remove();
      this.frame = undefined;
    }

    destroy() {
      this.unmount();
    }

    update() {}
    collapse() {}

    focus() {
      this.frame?.node.focus();
      void this.frame?.ask({ does: "focus" });
    }

    blur() {}
    clear() {}

    on(type: string, handler: Handler) {
      const handlers = this.#handlers.get(type) ?? new Set();
      this.#handlers.set(type, handlers.add(handler));
      return this;
    }

    once(type: string, handler: Handler) {
      const only: Handler = (event) => {
        this.off(type, only);
        handler(event);
      };
      return this.on(type, only);
    }

    off(type: string, handler?: Handler) {
      if (handler) this.#handlers.get(type)?.delete(handler);
      else this.#handlers.delete(type);
      return this;
    }

    #emit(type: string, event: Fields) {
      for (const handler of this.#handlers.get(type) ?? []) handler(event);
    }
  }

  class Elements {
    readonly clientSecret: string;
    readonly #o: { locale: string; appearance: unknown };
    payment: PaymentElement | null = null;

    constructor(o: { clientSecret: string; locale: string; appearance: unknown }) {
      this.clientSecret = o.clientSecret;
      this.#o = o;
    }

    create(type: string, options: { wallets?: { link?: string } } = {}) {
      if (type !== "payment") throw new Error(`the double of Stripe.js has no element ${type}`);
      if (this.payment) throw new Error("Can only create one Element of type payment through elements().");
      this.payment = new PaymentElement(this.#o, options.wallets?.link !== "never");
      return this.payment;
    }

    getElement(type: string) {
      return type === "payment" ? this.payment : null;
    }

    get locale() {
      return this.#o.locale;
    }

    update(o: Fields) {
      Object.assign(this.#o, o);
    }

    async fetchUpdates() {
      return {};
    }

    /** Shows what is missing, returns the first. */
    async submit() {
      const answer = (await this.payment?.frame?.ask({ does: "submit" })) ?? {};
      return isObject(answer.error) ? { error: answer.error } : { selectedPaymentMethod: "card" };
    }
  }

  /** Payment or card setup, by secret. */
  function intentOf(clientSecret: string) {
    const [id = ""] = clientSecret.split("_secret_");
    const isSetup = id.startsWith("seti_");
    return { id, path: `/v1/${isSetup ? "setup_intents" : "payment_intents"}/${id}`, isSetup };
  }

  async function retrieve(key: string, clientSecret: string): Promise<Outcome> {
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    const response = await fetch(`${origin}${intentOf(clientSecret).path}?${query}`).catch(() => undefined);
    const answer: unknown = await response?.json();
    if (!isObject(answer))
      return { error: { type: "api_connection_error", message: "ネットワークに接続できません。" } };
    return isObject(answer.error) ? { error: answer.error } : { intent: answer };
  }

  function challenge(clientSecret: string): Promise<void> {
    const overlay = document.createElement("div");
    overlay.style.cssText =
      "position:fixed;inset:0;z-index:2147483647;background:rgb(0 0 0 / 60%);display:grid;place-items:center";
    const frame = document.createElement("iframe");
    frame.title = "3D Secure";
    frame.src = `${origin}/v3/three-d-secure.html#${encodeURIComponent(JSON.stringify({ clientSecret }))}`;
    frame.style.cssText = "border:0;width:min(400px,100%);height:400px;background:#fff;border-radius:8px";
    overlay.append(frame);
    document.body.append(overlay);
    return new Promise((resolve) => {
      const listener = (message: MessageEvent) => {
        if (message.source !== frame.contentWindow || message.origin !== origin) return;
        removeEventListener("message", listener);
        overlay.remove();
        resolve();
      };
      addEventListener("message", listener);
    });
  }

  function Stripe(key: unknown, o: { locale?: string } = {}) {
    if (typeof key !== "string" || !key.startsWith("pk_"))
      throw new Error("Please call Stripe() with your publishable key. You used an empty string.");
    // The real one recognizes browsers by these.
    for (const [name, seconds] of [
      ["__stripe_mid", 365 * 24 * 60 * 60],
      ["__stripe_sid", 30 * 60],
    ] as const)
      void cookieStore.set({
        name,
        value: "double",
        expires: Date.now() + seconds * 1000,
        sameSite: "strict",
      });
    const publishableKey: string = key;

    async function confirm(options: Fields): Promise<Outcome> {
      const { elements, clientSecret: given, confirmParams } = options;
      const clientSecret = elements instanceof Elements ? elements.clientSecret : String(given);
      const returnUrl = isObject(confirmParams) ? confirmParams.return_url : undefined;
      if (options.redirect !== "if_required" && typeof returnUrl !== "string")
        throw new Error(
          "Invalid value for stripe.confirmPayment(): confirmParams.return_url should be a string",
        );
      const frame = elements instanceof Elements ? elements.payment?.frame : undefined;
      const isEnglish = elements instanceof Elements && elements.locale === "en";
      if (!frame?.node.isConnected)
        throw new Error(
          "Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.",
        );
      const { id, path, isSetup } = intentOf(clientSecret);
      const answer = await frame.ask({ does: "confirm", path, key: publishableKey, clientSecret });
      if (isObject(answer.error)) return { error: answer.error };
      if (isObject(answer.intent) && answer.intent.status === "requires_action")
        await challenge(clientSecret);
      const outcome = await settled(clientSecret, isEnglish);
      if (outcome.error || options.redirect === "if_required") return outcome;
      const target = new URL(String(returnUrl));
      const name = isSetup ? "setup_intent" : "payment_intent";
      target.searchParams.set(name, id);
      target.searchParams.set(`${name}_client_secret`, clientSecret);
      target.searchParams.set(
        "redirect_status",
        outcome.intent?.status === "succeeded" ? "succeeded" : "failed",
      );
      location.assign(target);
      return new Promise(() => {});
    }

    async function settled(clientSecret: string, isEnglish: boolean): Promise<Outcome> {
      const { isSetup } = intentOf(clientSecret);
      const outcome = await retrieve(publishableKey, clientSecret);
      const failed = outcome.intent?.[isSetup ? "last_setup_error" : "last_payment_error"];
      if (!isObject(failed)) return outcome;
      const isUnproven = String(failed.code).endsWith("_authentication_failure");
      const message =
        isUnproven && !isEnglish
          ? "お支払い方法を認証できませんでした。別のお支払い方法を選択して、もう一度お試しください。"
          : failed.message;
      return {
        error: { ...failed, message, [isSetup ? "setup_intent" : "payment_intent"]: outcome.intent },
      };
    }

    async function handleNextAction({ clientSecret }: { clientSecret: string }): Promise<Outcome> {
      const before = await retrieve(publishableKey, clientSecret);
      if (before.error) return before;
      if (before.intent?.status !== "requires_action")
        throw new Error(`handleNextAction: The PaymentIntent supplied is not in the requires_action state.`);
      await challenge(clientSecret);
      return settled(clientSecret, o.locale === "en");
    }

    const named = (name: string, { intent, error }: Outcome) => (error ? { error } : { [name]: intent });
    const notModeled = () => {
      throw new Error("the double of Stripe.js does not do this");
    };
    return {
      elements: (options: { clientSecret: string; locale?: string; appearance?: unknown }) =>
        new Elements({
          clientSecret: options.clientSecret,
          locale: options.locale ?? o.locale ?? "auto",
          appearance: options.appearance,
        }),
      confirmPayment: async (options: Fields) => named("paymentIntent", await confirm(options)),
      confirmSetup: async (options: Fields) => named("setupIntent", await confirm(options)),
      retrievePaymentIntent: async (secret: string) =>
        named("paymentIntent", await retrieve(publishableKey, secret)),
      retrieveSetupIntent: async (secret: string) =>
        named("setupIntent", await retrieve(publishableKey, secret)),
      handleNextAction: async (options: { clientSecret: string }) =>
        named(
          intentOf(options.clientSecret).isSetup ? "setupIntent" : "paymentIntent",
          await handleNextAction(options),
        ),
      createToken: notModeled,
      createPaymentMethod: notModeled,
      confirmCardPayment: notModeled,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: "endive" }) });
})();
