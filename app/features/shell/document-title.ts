const product = "Mugen ∞";

/** 「検索 | Mugen ∞」; the product's name alone without a page title. */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${product}` : product;
}

/** The title of a page with a form, which says first when the form has come back refused. */
export function formTitle(page: string, matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  const root = matches[0]?.loaderData;
  const refused = typeof root === "object" && root !== null && Reflect.get(root, "refused") === true;
  return documentTitle(refused ? `エラー：${page}` : page);
}
