/** What the last screen before an order shows. It is drawn, hashed and stored from this one value. */
export interface OrderScreen {
  /** Of the texts: the day of their last change. */
  version: string;
  /** Yen a month, tax included. */
  price: number;
  conditions: { name: string; text: string }[];
  documents: { name: string; path: string }[];
  /** Of the button that orders. */
  orderLabel: string;
}

/** An order and the screen that it was made on. Times are formatted, in Asia/Tokyo. */
export interface OrderCopy {
  id: string;
  /** When the button of the order, or the one that leads to Stripe's page, was clicked. */
  clickedAt: string;
  /** When Stripe said that it is an order. */
  orderedAt: string;
  method: "card_form" | "checkout";
  /** False for an order by a program, which saw no screen. */
  isShown: boolean;
  /** SHA-256 of the stored text, in hexadecimal. */
  hash: string;
  screen: OrderScreen;
}
