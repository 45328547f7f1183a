import { fetchJson } from "#app/lib/fetch-json.ts";
import { dismissPath } from "./announcements.ts";

/** From now on the form of an announcement is posted without leaving the page, on which sound may play. */
export function dismissInPlace(): void {
  document.addEventListener("submit", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== dismissPath) return;
    event.preventDefault();
    void dismiss(target);
  });
}

/** The announcement goes at once, and comes back when the server did not answer. */
async function dismiss(form: HTMLFormElement): Promise<void> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields[name] = value;
  const section = form.closest("section");
  if (section) section.hidden = true;
  // Keyboard users go on with the page: the button that they pressed is gone.
  document.getElementById("content")?.focus({ preventScroll: true });
  const { ok } = await fetchJson("POST", dismissPath, { form: fields, keepalive: true });
  if (!ok && section) section.hidden = false;
}
