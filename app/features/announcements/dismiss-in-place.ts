import { fetchJson } from "#app/lib/fetch-json.ts";
import { dismissPath } from "./announcements.ts";

/** Keeps the sound playing: announcements are closed without leaving the page. */
export function dismissInPlace(): void {
  document.addEventListener("submit", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== dismissPath) return;
    event.preventDefault();
    void dismiss(target);
  });
}

/** Comes back when the server did not answer. */
async function dismiss(form: HTMLFormElement): Promise<void> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields[name] = value;
  const section = form.closest("section");
  if (section) section.hidden = true;
  // Keeps keyboard users in the page: the button that had the focus is gone.
  document.getElementById("content")?.focus({ preventScroll: true });
  const { ok } = await fetchJson("POST", dismissPath, { form: fields, keepalive: true });
  if (!ok && section) section.hidden = false;
}
