/** The address of a list (page or call) from a cursor on. */
export function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ cursor })}`;
}
