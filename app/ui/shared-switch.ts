/** On or off, and for how many it is on; 0 where nobody counts. */
export interface SwitchState {
  isOn: boolean;
  count: number;
}

/** What has become of a switch since its page was loaded. */
export interface SwitchNews {
  /** Pressed and not answered yet: what is wished, and how it was before. */
  wish: { isOn: boolean; before: SwitchState } | null;
  /** As the server last said, and when; `count` is null where it did not say how many. */
  answer: { state: { isOn: boolean; count: number | null }; at: number } | null;
}

/** A switch's news; everything that shows it listens. */
export interface SharedSwitch {
  get(): SwitchNews;
  set(changes: Partial<SwitchNews>): void;
  subscribe(listener: () => void): () => void;
}

export const noNews: SwitchNews = { wish: null, answer: null };

export function createSwitch(): SharedSwitch {
  const listeners = new Set<() => void>();
  let news = noNews;
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

/** One switch for every thing of a kind, by id, wherever it shows. Read it in the browser only. */
export function createSwitches(): (id: number) => SharedSwitch {
  const switches = new Map<number, SharedSwitch>();
  return (id) => {
    const known = switches.get(id) ?? createSwitch();
    switches.set(id, known);
    return known;
  };
}

/** Counts answers from 1: what was first seen before one is older than it. */
let answers = 0;
const seen = new WeakMap<object, number>();

/** The time for a new answer. */
export function nextAnswer(): number {
  answers += 1;
  return answers;
}

/**
 * How it stands: as wished while that is under way, as the server answered, or as `given` by a loader's object `source`
 * that came after that answer. Where no loader spoke of it (`source` null), every answer is newer than `given`.
 */
export function standing(
  { wish, answer }: SwitchNews,
  given: SwitchState,
  source: object | null,
): SwitchState {
  const seenAt = source ? (seen.get(source) ?? answers) : 0;
  if (source) seen.set(source, seenAt);
  if (wish) {
    const { isOn, before } = wish;
    const change = isOn === before.isOn ? 0 : isOn ? 1 : -1;
    return { isOn, count: Math.max(0, before.count + change) };
  }
  if (!answer || answer.at <= seenAt) return given;
  return { isOn: answer.state.isOn, count: answer.state.count ?? given.count };
}
