import { escapeXml } from "#app/lib/escape-xml.ts";

export interface SitemapEntry {
  url: string;
  modified?: Date;
}

/** The protocol allows 50,000. */
export const maxUrlsPerSitemap = 10_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapIndex(urls: readonly string[]): string {
  const entries = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`);
  return `${head}<sitemapindex ${namespace}>\n${entries.join("")}</sitemapindex>\n`;
}

/** Other requests run between chunks. Waits for the first: a stream that fails at its beginning is already an answer. */
export async function streamSitemap(
  batches: AsyncGenerator<SitemapEntry[]>,
): Promise<ReadableStream<Uint8Array>> {
  const { value: first = [] } = await batches.next();
  const parts = xmlParts(first, batches);
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

async function* xmlParts(
  first: SitemapEntry[],
  batches: AsyncGenerator<SitemapEntry[]>,
): AsyncGenerator<string, undefined> {
  yield `${head}<urlset ${namespace}>\n${first.map(entryXml).join("")}`;
  for await (const batch of batches) {
    if (batch.length > 0) yield batch.map(entryXml).join("");
  }
  yield "</urlset>\n";
  return undefined;
}

function entryXml({ url, modified }: SitemapEntry): string {
  const lastmod = modified ? `<lastmod>${modified.toISOString().slice(0, 10)}</lastmod>` : "";
  return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>\n`;
}
