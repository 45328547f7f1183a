/** On or off, and the number of people for whom it is on; 0 where they are not counted. */
export interface ToggleState {
  isOn: boolean;
  count: number;
}

/** Changes of a toggle since its page was loaded. */
export interface ToggleUpdates {
  /** Clicked and not confirmed yet: the wanted state, and the state before. */
  pending: { isOn: boolean; before: ToggleState } | null;
  /** State of the server's last response, and its order; `count` is null where the response has none. */
  confirmed: { state: { isOn: boolean; count: number | null }; at: number } | null;
}

/** Changes of one toggle; every component that shows it subscribes. */
export interface ToggleStore {
  get(): ToggleUpdates;
  set(changes: Partial<ToggleUpdates>): void;
  subscribe(listener: () => void): () => void;
}

export const noUpdates: ToggleUpdates = { pending: null, confirmed: null };

/** A store without pending or confirmed changes. */
export function createToggleStore(): ToggleStore {
  const listeners = new Set<() => void>();
  let news = noUpdates;
  return {
    get: () => news,
    set(changes) {
      news = { ...news, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One store per id, shared by all components that show the same thing. Use it in the browser only. */
export function createToggleStores(): (id: number) => ToggleStore {
  const switches = new Map<number, ToggleStore>();
  return (id) => {
    const known = switches.get(id) ?? createToggleStore();
    switches.set(id, known);
    return known;
  };
}

/** Number of responses so far: loader data first seen before a response is older than it. */
let answers = 0;
const seen = new WeakMap<object, number>();

/** Order of a new response. */
export function nextConfirmation(): number {
  answers += 1;
  return answers;
}

/**
 * The state to show: the wanted one while a request is under way, else the newer of the server's last response and `given`,
 * which was read from the loader's object `source`. Without a `source` every response is newer than `given`.
 */
export function currentState(
  { pending, confirmed }: ToggleUpdates,
  given: ToggleState,
  source: object | null,
): ToggleState {
  const seenAt = source ? (seen.get(source) ?? answers) : 0;
  if (source) seen.set(source, seenAt);
  if (pending) {
    const { isOn, before } = pending;
    const change = isOn === before.isOn ? 0 : isOn ? 1 : -1;
    return { isOn, count: Math.max(0, before.count + change) };
  }
  if (!confirmed || confirmed.at <= seenAt) return given;
  return { isOn: confirmed.state.isOn, count: confirmed.state.count ?? given.count };
}
