import type { CardBehavior, StripeAccount } from "./account.ts";
import { day } from "./calendar.ts";
import type * as Stored from "./objects.ts";

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
const noDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

export function newCard(account: StripeAccount, behavior: CardBehavior, customer: string | null) {
  const method: Stored.PaymentMethod = {
    id: account.newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: noDetails,
    card: {
      brand: behavior.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "JP",
      display_brand: behavior.brand,
      exp_month: 12,
      exp_year: new Date(account.clock.ms).getUTCFullYear() + 3,
      fingerprint: account.newId("fp", 16).slice(3),
      funding: "credit",
      generated_from: null,
      last4: behavior.number.slice(-4),
      networks: { available: [behavior.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.clock.now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  account.paymentMethods.set(method.id, method);
  account.cards.set(method.id, behavior);
  return method;
}

/** A payment that was not tried yet. */
export function newPaymentIntent(account: StripeAccount, invoice: Stored.Invoice): Stored.PaymentIntent {
  const id = account.newId("pi");
  const intent: Stored.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_${account.newId("secret", 25)}`,
    confirmation_method: "automatic",
    created: account.clock.now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_details: { customer_reference: null, order_reference: invoice.id },
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  account.paymentIntents.set(id, intent);
  return intent;
}

/** What asks for a card of a free subscription. */
export function newSetupIntent(account: StripeAccount, customer: string): Stored.SetupIntent {
  const id = account.newId("seti");
  const intent: Stored.SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_${account.newId("secret", 25)}`,
    created: account.clock.now,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
  };
  account.setupIntents.set(id, intent);
  return intent;
}

/** Joins an invoice to its payment: neither names the other. */
export function newInvoicePayment(
  account: StripeAccount,
  invoice: Stored.Invoice,
  intent: Stored.PaymentIntent,
) {
  const payment: Stored.InvoicePayment = {
    id: account.newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  account.invoicePayments.set(payment.id, payment);
  return payment;
}

export function newCharge(
  account: StripeAccount,
  intent: Stored.PaymentIntent,
  method: Stored.PaymentMethod,
  decline: CardBehavior["decline"],
) {
  const id = account.newId("ch");
  const charge: Stored.Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : account.newId("txn"),
    billing_details: noDetails,
    calculated_statement_descriptor: "MUGEN",
    captured: !decline,
    created: account.clock.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? "try_again_later" : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.decline_code ?? null,
      risk_level: "normal",
      seller_message: decline ? "The bank declined the payment." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: decline ? null : `https://pay.stripe.com/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
  account.charges.set(id, charge);
  return charge;
}

/** Refunds at once. */
export function newRefund(account: StripeAccount, charge: Stored.Charge, amount: number): Stored.Refund {
  const refund: Stored.Refund = {
    id: account.newId("re"),
    object: "refund",
    amount,
    balance_transaction: account.newId("txn"),
    charge: charge.id,
    created: account.clock.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: "requested_by_customer",
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  account.refunds.set(refund.id, refund);
  return refund;
}

/** Until when the shop may answer. */
export const newDueBy = ({ clock }: StripeAccount): number => clock.now + 9 * day;

export function newDispute(account: StripeAccount, charge: Stored.Charge): Stored.Dispute {
  const dispute: Stored.Dispute = {
    id: account.newId("dp"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.clock.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: newDueBy(account),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_method: "manual",
      submission_count: 0,
    },
    intended_submission_method: "manual",
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  account.disputes.set(dispute.id, dispute);
  return dispute;
}

const noEvidence: Stored.Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
