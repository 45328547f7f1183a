import { once } from "node:events";
import { createServer } from "node:http";

/** A page of another site with this in it; `visit` is given its address and looks at it. */
export async function inOtherSite(html: string, visit: (address: string) => Promise<void>): Promise<void> {
  const site = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="ja"><title>ブログ</title><main>${html}</main></html>`);
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  const address = site.address();
  try {
    // Another name, so another site.
    await visit(`http://localhost:${typeof address === "object" && address?.port}/`);
  } finally {
    site.closeAllConnections();
    site.close();
  }
}
