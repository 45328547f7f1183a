import { readFile } from "node:fs/promises";

/** The configuration of `docs/nginx.md` for an `http` block on `port`, before the program at `app`. */
export async function documentedNginx(o: {
  app: number;
  port: number;
  files: string;
  cache: string;
}): Promise<string> {
  const page = await readFile(new URL("../docs/nginx.md", import.meta.url), "utf8");
  const block = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const replaced = [
    ["127.0.0.1:3000", `127.0.0.1:${o.app}`],
    ["listen 80;", `listen 127.0.0.1:${o.port};`],
    [/alias \S+;/, `alias ${o.files}/;`],
    [/root \S+;/, `root ${o.files};`],
    [/proxy_cache_path \S+/, `proxy_cache_path ${o.cache}`],
  ] as const;
  let text = block;
  for (const [from, to] of replaced) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`docs/nginx.md has no ${from}`);
    text = next;
  }
  return text;
}
