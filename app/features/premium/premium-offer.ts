import type { IconName } from "#app/ui/icon.tsx";

/** What `/premium` says about the plan. */
export interface PremiumOffer {
  /** For search engines. */
  description: string;
  tagline: string;
  /** Yen a month, tax included. */
  price: number;
  benefits: readonly { icon: IconName; title: string; text: string }[];
  /** Conditions of the order, in the order of the page. */
  conditions: readonly { name: string; text: string }[];
}

/** A message of `/premium` to one viewer. */
export interface OfferNotice {
  title: string;
  text: string;
  link?: { to: string; label: string };
}
