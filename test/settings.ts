import { afterAll } from "vitest";
import { environment } from "#app/config/environment.ts";

/** During this file; tests may change them further. */
export function withSettings(changes: Record<string, unknown> = {}): void {
  const settings = environment();
  const before: Record<string, unknown> = { ...settings };
  Object.assign(settings, changes);
  afterAll(() => {
    for (const name of Object.keys(settings)) Object.assign(settings, { [name]: before[name] });
  });
}
