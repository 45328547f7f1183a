import { copyText } from "./copy-text.ts";

/** Opens the share sheet or copies the URL (`near`: see `copyText`). A sheet that the person closes counts as shared. */
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
