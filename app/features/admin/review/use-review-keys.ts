import { type RefObject, useEffect, useSyncExternalStore } from "react";

const selector = "[data-review]";

/** 1.5 times as fast, for all cards, while the page is open. */
let isFast = false;
const listeners = new Set<() => void>();
const fastRate = 1.5;

function setFast(next: boolean): void {
  isFast = next;
  for (const audio of document.querySelectorAll<HTMLAudioElement>(`${selector} audio`)) setRate(audio);
  for (const listener of listeners) listener();
}

function setRate(audio: HTMLAudioElement): void {
  audio.defaultPlaybackRate = isFast ? fastRate : 1;
  audio.playbackRate = audio.defaultPlaybackRate;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stops all other cards. A browser that refuses shows its own player all the same. */
function play(card: HTMLElement | undefined): void {
  for (const audio of document.querySelectorAll<HTMLAudioElement>(`${selector} audio`))
    if (!card?.contains(audio)) audio.pause();
  const audio = card?.querySelector("audio");
  if (!audio) return;
  setRate(audio);
  audio.play().catch(() => undefined);
}

const cardsOf = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>(selector)];

function focusCard(card: HTMLElement | undefined): void {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}

/** Of other cards than before: the page stays where the last one was decided about. */
export function focusFirstCard(root: HTMLElement | null): void {
  if (root) focusCard(cardsOf(root)[0]);
}

function nextOf(card: HTMLElement | null | undefined, step = 1): HTMLElement | undefined {
  const cards = cardsOf(document);
  return cards[card ? cards.indexOf(card) + step : 0];
}

export function useFastPlayback() {
  const fast = useSyncExternalStore(
    subscribe,
    () => isFast,
    () => false,
  );
  return {
    isFast: fast,
    toggle: () => setFast(!isFast),
    playNext(from: HTMLElement) {
      const next = nextOf(from.closest<HTMLElement>(selector));
      focusCard(next);
      play(next);
    },
  };
}

/** J and K move, Enter marks as 確認済み, H puts aside, P plays, N plays the next. A removed card's successor gets the focus. */
export function useReviewKeys(list: RefObject<HTMLElement | null>, ids: readonly number[]): void {
  const shown = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with the cards, whose list may have been empty
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    let focused = -1;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      // Typed letters and a question's own keys are not for the cards.
      if (target.closest("input, textarea, select, [popover]")) return;
      const card = target.closest<HTMLElement>(selector);
      if (!card || !handleKey(event, card, target)) return;
      event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent) => {
      const card = target instanceof HTMLElement ? target.closest<HTMLElement>(selector) : null;
      focused = card ? cardsOf(root).indexOf(card) : -1;
    };
    const onRateOf = ({ target }: Event) => {
      if (target instanceof HTMLAudioElement) setRate(target);
    };
    root.addEventListener("keydown", onKeyDown);
    root.addEventListener("focusin", onFocus);
    root.addEventListener("play", onRateOf, true);
    return () => {
      root.removeEventListener("keydown", onKeyDown);
      root.removeEventListener("focusin", onFocus);
      root.removeEventListener("play", onRateOf, true);
      if (focused >= 0) lastFocused = focused;
    };
  }, [list, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other cards are shown
  useEffect(() => {
    const root = list.current;
    const index = lastFocused;
    lastFocused = -1;
    if (!root || index < 0 || document.activeElement !== document.body) return;
    const cards = cardsOf(root);
    focusCard(cards[Math.min(index, cards.length - 1)]);
  }, [list, shown]);
}

/** The focused card's place before the cards changed; -1 for none. */
let lastFocused = -1;

function handleKey(event: KeyboardEvent, card: HTMLElement, target: HTMLElement): boolean {
  const decide = (intent: string) => {
    // A key that is held would decide about the next card, which nobody has looked at.
    if (!event.repeat) card.querySelector<HTMLButtonElement>(`button[name=intent][value=${intent}]`)?.click();
  };
  switch (event.key.toLowerCase()) {
    case "j":
      focusCard(nextOf(card));
      return true;
    case "k":
      focusCard(nextOf(card, -1));
      return true;
    case "enter":
      // On a link or a button, the key is theirs.
      if (target !== card) return false;
      decide("approve");
      return true;
    case "h":
      decide("hold");
      return true;
    case "p": {
      const audio = card.querySelector("audio");
      if (audio && !audio.paused) audio.pause();
      else play(card);
      return true;
    }
    case "n": {
      const next = nextOf(card);
      focusCard(next);
      play(next);
      return true;
    }
    default:
      return false;
  }
}
