import type { MappedPage } from "./sitemap-xml.ts";

/** Screens that say the same to everybody. */
const screens = ["/", "/search", "/premium", "/faq", "/contact", "/terms", "/privacy", "/commercial-law"];

/** The pages that are there whatever has been published. */
export async function* mapScreens(origin: string): AsyncGenerator<MappedPage[]> {
  yield screens.map((path) => ({ url: origin + path }));
}
