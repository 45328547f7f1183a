import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

const key = "shorten-pauses";

/** Whether pauses between sentences are shortened on this device. */
export const arePausesShortened = (): boolean => readLocalStorage(key) === "on";

let listener: () => void = () => {};

/** Saves the choice on this device. */
export function setPausesShortened(isOn: boolean): void {
  writeLocalStorage(key, isOn ? "on" : "off");
  listener();
}

/** Calls `changed` with every choice; for one listener at a time. Returns the function that stops it. */
export function onPauseSetting(changed: () => void): () => void {
  listener = changed;
  return () => {
    listener = () => {};
  };
}
