import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "#test/databases/postgres.ts";
import { documentedNginx } from "#test/nginx-config.ts";
import { type RunningProgram, startProgram } from "./start-program.ts";

/**
 * Starts nginx on a loopback port with the folder `root` as its site and everything of its own in `folder`; null
 * where it is not installed. One process as the user of the bench, as the other servers have one. With `mugen`, the port of
 * one that lets nginx send the files of `root`, it stands in front of that as `docs/nginx.md` has it.
 */
export async function startNginx(o: {
  folder: string;
  root: string;
  log: string;
  path: string;
  mugen?: number;
}): Promise<RunningProgram | null> {
  const nginx = ["nginx", "/usr/sbin/nginx", "/opt/homebrew/bin/nginx"].find(
    (command) => spawnSync(command, ["-v"]).status === 0,
  );
  if (!nginx) return null;
  mkdirSync(o.folder);
  const port = await freePort();
  const configuration = path.join(o.folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${o.folder}/${name};`)
    .join(" ");
  const cache = path.join(o.folder, "cache");
  const server = o.mugen
    ? await documentedNginx({ app: o.mugen, port, files: o.root, cache })
    : `server { listen 127.0.0.1:${port}; root ${o.root}; max_ranges 1; }`;
  // tcp_nopush would hold back the end of a small range; keepalive_requests would close connections in the run.
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${o.folder}/pid; error_log stderr error;
    events { worker_connections 256; }
    http {
      ${temporary}
      access_log off; sendfile on; tcp_nopush off; tcp_nodelay on; keepalive_requests 100000000;
      types { audio/mpeg mp3; }
      ${server}
    }\n`,
  );
  return startProgram({
    name: "nginx",
    command: nginx,
    args: ["-p", o.folder, "-e", "stderr", "-c", configuration],
    port,
    path: o.path,
    log: o.log,
  });
}
