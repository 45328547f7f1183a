import { copyText } from "./copy-text.ts";

/**
 * Opens the device's share sheet for a link, or copies its URL where there is none or it fails (`near`: see `copyText`). A sheet
 * that the person closes counts as shared.
 */
export async function shareLink(
  link: { title: string; url: string },
  near: Element,
): Promise<"shared" | "copied" | "failed"> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share(link);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  return (await copyText(link.url, near)) ? "copied" : "failed";
}
