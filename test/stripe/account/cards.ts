import type { CardBehavior } from "./account.ts";

const declined = (code: string, message: string, decline_code?: string) => ({
  code,
  message,
  ...(decline_code && { decline_code }),
});
const generic = declined("card_declined", "Your card was declined.", "generic_decline");

/** Stripe's test cards, as far as the double knows them. */
export const testCards: CardBehavior[] = [
  { number: "4242424242424242", brand: "visa" },
  { number: "5555555555554444", brand: "mastercard" },
  { number: "3566002020360505", brand: "jcb" },
  { number: "4000000000000002", brand: "visa", decline: generic },
  {
    number: "4000000000009995",
    brand: "visa",
    decline: declined("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  },
  { number: "4000000000000069", brand: "visa", decline: declined("expired_card", "Your card has expired.") },
  {
    number: "4000000000000127",
    brand: "visa",
    decline: declined("incorrect_cvc", "Your card's security code is incorrect."),
  },
  { number: "4000002500003155", brand: "visa", threeDSecure: "first" },
  { number: "4000002760003184", brand: "visa", threeDSecure: "always" },
  { number: "4000008400001629", brand: "visa", threeDSecure: "always", decline: generic },
];

export const findTestCard = (number: string) =>
  testCards.find((card) => card.number === number.replace(/\s/g, ""));

/** Cards by Stripe's test identifiers. */
export const testPaymentMethods: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_jcb: "3566002020360505",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_threeDSecure2Required: "4000002500003155",
};
