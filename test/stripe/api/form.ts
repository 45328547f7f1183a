/** Stripe's client writes `items[0][price]=…` for nested ones. */
type FormValue = string | FormValue[] | FormTree;
export interface FormTree {
  [name: string]: FormValue;
}

/** Reads `a[b][0]=c`, `a[]=c` as nested objects and arrays of text. */
export function parseForm(text: string): FormTree {
  const tree: FormTree = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = key.split("[").map((part) => part.replace(/\]$/, ""));
    let node = tree;
    let name = first;
    for (const part of rest) {
      const inner = node[name];
      const next: FormTree = inner && typeof inner === "object" && !Array.isArray(inner) ? inner : {};
      node[name] = next;
      node = next;
      name = part === "" ? String(Object.keys(next).length) : part;
    }
    node[name] = value;
  }
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, withArrays(value)]));
}

/** Names 0, 1, 2, … make an array. */
function withArrays(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withArrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  if (!isArray) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner);
}
