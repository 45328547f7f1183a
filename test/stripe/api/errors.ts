interface ErrorDetails {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
}

/** Body: `{ error: { type, code, message, … } }`. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails) {
    super(details.message);
    this.status = status;
    this.details = details;
  }

  get body() {
    const { code } = this.details;
    return {
      error: { ...this.details, ...(code && { doc_url: `https://stripe.com/docs/error-codes/${code}` }) },
    };
  }
}

/** Wrong parameters or moment. */
export const badRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeRefusal(400, { type: "invalid_request_error", message, ...more });

/** 404 if the address names it (`id`, of payments `intent`), else 400. */
export const missing = (noun: string, id: string, param = "id") =>
  new StripeRefusal(param === "id" || param === "intent" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
