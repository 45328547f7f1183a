// Inside the Payment Element's frame: fields, errors, and the calls with the card.
(() => {
  type Fields = Record<string, unknown>;
  const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
  const options: unknown = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
  const isJapanese = isObject(options) && options.locale !== "en";
  const say = (ja: string, en: string) => (isJapanese ? ja : en);
  const form = document.querySelector("form");
  if (!form) return;

  const messages: Record<string, string> = {
    incomplete_number: say("カード番号が不完全です。", "Your card number is incomplete."),
    incomplete_expiry: say("カードの有効期限が不完全です。", "Your card's expiration date is incomplete."),
    incomplete_cvc: say(
      "カードのセキュリティコードが不完全です。",
      "Your card's security code is incomplete.",
    ),
    incorrect_number: say("カード番号が正しくありません。", "Your card number is incorrect."),
    invalid_expiry_year: say(
      "カードの有効期限が過ぎています。",
      "Your card's expiration year is in the past.",
    ),
    expired_card: say("カードの有効期限が切れています。", "Your card has expired."),
    incorrect_cvc: say(
      "カードのセキュリティコードが正しくありません。",
      "Your card's security code is incorrect.",
    ),
    card_declined: say("カードが拒否されました。", "Your card was declined."),
    insufficient_funds: say("カードの残高が不足しています。", "Your card has insufficient funds."),
  };

  const labels = {
    number: [say("カード番号", "Card number"), "1234 1234 1234 1234"],
    expiry: [say("有効期限", "Expiration date"), "MM / YY"],
    cvc: [say("セキュリティコード", "Security code"), "CVC"],
  } as const;
  const field = (name: keyof typeof labels) => {
    const input = document.querySelector<HTMLInputElement>(`#${name}`);
    const label = document.querySelector(`label[for=${name}]`);
    if (!input || !label) throw new Error(`no field ${name}`);
    const [text, placeholder] = labels[name];
    label.textContent = text;
    input.placeholder = placeholder;
    return input;
  };
  const fields = { number: field("number"), expiry: field("expiry"), cvc: field("cvc") };
  document.documentElement.lang = isJapanese ? "ja" : "en";
  const variables =
    isObject(options) && isObject(options.appearance) ? options.appearance.variables : undefined;
  if (isObject(variables))
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty(`--${name}`, String(value));
  if (isObject(options) && isObject(options.appearance) && options.appearance.theme === "night")
    document.documentElement.dataset.theme = "night";

  const tell = (message: Fields) =>
    parent.postMessage({ height: document.documentElement.getBoundingClientRect().height, ...message }, "*");
  const digits = (input: HTMLInputElement) => input.value.replace(/\D/g, "");

  function incomplete(): string | undefined {
    if (digits(fields.number).length < 14) return "incomplete_number";
    if (digits(fields.expiry).length < 4) return "incomplete_expiry";
    if (digits(fields.cvc).length < 3) return "incomplete_cvc";
    return undefined;
  }

  function show(code: string | undefined) {
    for (const [name, input] of Object.entries(fields)) {
      const isWrong = code?.includes(name) || (name === "number" && code === "card_declined");
      const message = document.querySelector(`#${name}-error`);
      if (message) message.textContent = isWrong && code ? (messages[code] ?? "") : "";
      input.setAttribute("aria-invalid", String(isWrong ?? false));
    }
  }

  function localized(error: Fields): Fields {
    const message = messages[String(error.decline_code)] ?? messages[String(error.code)];
    return message ? { ...error, message } : error;
  }

  async function confirm(request: Fields): Promise<Fields> {
    const expiry = digits(fields.expiry);
    const response = await fetch(`${String(request.path)}/confirm`, {
      method: "POST",
      body: new URLSearchParams({
        key: String(request.key),
        client_secret: String(request.clientSecret),
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": digits(fields.number),
        "payment_method_data[card][exp_month]": String(Number(expiry.slice(0, 2))),
        "payment_method_data[card][exp_year]": `20${expiry.slice(2)}`,
        "payment_method_data[card][cvc]": digits(fields.cvc),
      }),
    }).catch(() => undefined);
    const answer: unknown = await response?.json();
    if (!isObject(answer))
      return {
        error: {
          type: "api_connection_error",
          message: say(
            "ネットワークに接続できません。",
            "We are experiencing issues connecting to our payments provider.",
          ),
        },
      };
    if (!isObject(answer.error)) return { intent: answer };
    const error = localized(answer.error);
    show(String(error.code));
    return { error };
  }

  async function answer(request: Fields): Promise<Fields> {
    if (request.does === "focus") {
      fields.number.focus();
      return {};
    }
    const code = incomplete();
    show(code);
    if (code) return { error: { type: "validation_error", code, message: messages[code] } };
    return request.does === "confirm" ? confirm(request) : {};
  }

  addEventListener("message", async (message) => {
    const request: unknown = message.data;
    if (message.source !== parent || !isObject(request)) return;
    const result = await answer(request);
    tell({ call: request.call, ...result });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    const values = Object.values(fields).map((input) => input.value);
    show(undefined);
    tell({
      event: "change",
      detail: {
        empty: values.every((value) => value === ""),
        complete: incomplete() === undefined,
        collapsed: false,
        value: { type: "card" },
      },
    });
  });
  new ResizeObserver(() => tell({})).observe(document.documentElement);
  tell({ event: "ready" });
})();
