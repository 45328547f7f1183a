import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../databases/postgres.ts";

/** Undefined where it is not installed. */
export const nginxProgram = ["nginx", "/usr/sbin/nginx"].find((name) => spawnSync(name, ["-v"]).status === 0);

/** The configuration of `docs/nginx.md` for an `http` block on `port`, before the program's web processes at the ports `apps`. */
export async function documentedNginx(o: {
  apps: readonly number[];
  port: number;
  files: string;
  cache: string;
}): Promise<string> {
  const page = await readFile(new URL("../../docs/nginx.md", import.meta.url), "utf8");
  const block = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const replaced = [
    [/server 127\.0\.0\.1:3000(.*;)/, o.apps.map((port) => `server 127.0.0.1:${port}$1`).join("\n")],
    ["listen 80;", `listen 127.0.0.1:${o.port};`],
    [/alias \S+;/, `alias ${o.files}/;`],
    [/root \S+;/, `root ${o.files};`],
    [/proxy_cache_path \S+/, `proxy_cache_path ${o.cache}`],
    // Sites have a port that addresses leave out.
    [/Host \$host;/g, `Host $host:${o.port};`],
  ] as const;
  let text = block;
  for (const [from, to] of replaced) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`docs/nginx.md has no ${from}`);
    text = next;
  }
  return text;
}

/** Starts nginx as documented. Started by root, it reads `files`, the folder of audio, as another user, or as `root`. */
export async function startNginx(o: {
  apps: readonly number[];
  files: string;
  port?: number;
  user?: "root";
}): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "nginx-"));
  await chmod(folder, 0o755);
  const port = o.port ?? (await freePort());
  const file = path.join(folder, "nginx.conf");
  await writeFile(
    file,
    `${o.user && process.getuid?.() === 0 ? `user ${o.user};` : ""} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr notice; events { worker_connections 512; }
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
     fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
     ${await documentedNginx({ ...o, port, cache: path.join(folder, "cache") })} }`,
  );
  const front = spawn(nginxProgram ?? "nginx", ["-p", folder, "-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(front, "exit");
  const output: string[] = [];
  let hasStarted = false;
  for await (const line of createInterface({ input: front.stderr })) {
    output.push(line);
    hasStarted = line.includes("start worker process ");
    if (hasStarted) break;
  }
  if (!hasStarted) throw new Error(`nginx did not start: ${output.join("\n")}`);
  front.stderr.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      front.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
