import { escapeXml } from "#app/lib/escape-xml.ts";

/** An address in a map, and when what is there was last made. */
export interface MappedPage {
  url: string;
  modified?: Date;
}

/** How many pages one map names at most (the protocol allows 50,000). */
export const mostInMap = 10_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The map of the maps (sitemaps.org, "Sitemap index"). */
export function sitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`);
  return `${head}<sitemapindex ${namespace}>\n${maps.join("")}</sitemapindex>\n`;
}

/** One map, in as many parts as `batches` come in: others have their turn between them. */
export function sitemapInParts(batches: AsyncGenerator<MappedPage[]>): ReadableStream<Uint8Array> {
  const parts = partsOf(batches);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* partsOf(batches: AsyncGenerator<MappedPage[]>): AsyncGenerator<string, undefined> {
  yield `${head}<urlset ${namespace}>\n`;
  for await (const batch of batches) {
    if (batch.length > 0) yield batch.map(entry).join("");
  }
  yield "</urlset>\n";
  return undefined;
}

function entry({ url, modified }: MappedPage): string {
  const when = modified ? `<lastmod>${modified.toISOString().slice(0, 10)}</lastmod>` : "";
  return `<url><loc>${escapeXml(url)}</loc>${when}</url>\n`;
}
