import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

const key = "shorten-pauses";

/** Whether this device shortens pauses between sentences. */
export const arePausesShortened = (): boolean => readLocalStorage(key) === "on";

let listener: () => void = () => {};

/** Saves the choice. */
export function setPausesShortened(isOn: boolean): void {
  writeLocalStorage(key, isOn ? "on" : "off");
  listener();
}

/** Calls `changed` at each choice. Only one listener at a time. Returns the function that removes it. */
export function onPauseSetting(changed: () => void): () => void {
  listener = changed;
  return () => {
    listener = () => {};
  };
}
