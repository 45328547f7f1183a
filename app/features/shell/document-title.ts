const product = "Mugen ∞";

/** 「検索 | Mugen ∞」; the product's name alone without a page title. */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${product}` : product;
}
