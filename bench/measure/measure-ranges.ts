import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "#test/databases/postgres.ts";
import { documentedNginx } from "#test/servers/nginx.ts";
import { type Comparison, compareServers, type Target } from "../compare-servers.ts";
import type { Installation } from "../fill/fill-installation.ts";
import type { Load } from "../generate-load.ts";
import { median } from "../median.ts";
import { type RunningProgram, startProgram } from "../start-program.ts";

/** Ranges per second against the simpler server, ten connections. */
export const rangesGoals = [
  { name: "mugen", beside: "node:http", least: 0.6 },
  { name: "mugen, signed in", beside: "node:http", least: 0.6 },
  { name: "nginx and mugen", beside: "nginx", least: 0.9 },
] as const;

const rangeBytes = 64 * 1024;

/** Every server gets the same, in the same order. */
function chooseStarts(fileBytes: number): number[] {
  let state = 20261121;
  return Array.from({ length: 1000 }, () => {
    // A linear congruence: spread enough, and the same in every run.
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * (fileBytes - rangeBytes));
  });
}

/**
 * 64 KB ranges per second of one track: Mugen's `/api/stream/{id}` for a visitor and for a signed-in member, a plain
 * `node:http` file server, and, where nginx is installed, nginx alone and in front of `accel`, a Mugen that lets it send the
 * bytes. Each is first asked for the first ranges once and must send the right bytes.
 */
export async function measureRanges(o: {
  mugen: RunningProgram;
  installation: Installation;
  accel: { mugen: RunningProgram; installation: Installation; files: string };
  folder: string;
}): Promise<Comparison[]> {
  const { installation, mugen, accel } = o;
  const starts = chooseStarts(installation.bytes.length);
  await using cleanup = new AsyncDisposableStack();
  const port = await freePort();
  const plain = await startProgram({
    name: "node:http",
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, "../file-server.ts"),
      "--file",
      installation.file,
      "--port",
      String(port),
    ],
    port,
    path: "/",
    log: path.join(o.folder, "file-server.log"),
  });
  cleanup.defer(plain.stop);
  const filePath = `/${path.basename(installation.file)}`;
  const nginx = await startNginx({
    folder: path.join(o.folder, "nginx"),
    root: path.dirname(installation.file),
    log: path.join(o.folder, "nginx.log"),
    path: filePath,
  });
  if (nginx) cleanup.defer(nginx.stop);
  const accelPath = `/api/stream/${accel.installation.trackId}`;
  const front = await startNginx({
    folder: path.join(o.folder, "nginx-front"),
    root: accel.files,
    log: path.join(o.folder, "nginx-front.log"),
    path: accelPath,
    mugen: accel.mugen.port,
  });
  if (front) cleanup.defer(front.stop);

  const target = (
    name: string,
    program: RunningProgram,
    url: string,
    { cookie, bytes = installation.bytes }: { cookie?: string; bytes?: Buffer } = {},
  ): Target & { url: string; cookie: string | undefined; bytes: Buffer } => ({
    bytes,
    name,
    program,
    url,
    cookie,
    status: 206,
    requests: starts.map((start) =>
      Buffer.from(
        `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nRange: bytes=${start}-${start + rangeBytes - 1}\r\n` +
          `${cookie ? `Cookie: ${cookie}\r\n` : ""}\r\n`,
      ),
    ),
  });
  const stream = `/api/stream/${installation.trackId}`;
  const targets = [
    target("mugen", mugen, stream),
    target("mugen, signed in", mugen, stream, { cookie: installation.cookie }),
    target("node:http", plain, "/"),
    ...(nginx ? [target("nginx", nginx, filePath)] : []),
    ...(front ? [target("nginx and mugen", front, accelPath, { bytes: accel.installation.bytes })] : []),
  ];
  for (const { name, program, url, cookie, bytes } of targets) {
    for (const start of starts.slice(0, 3)) {
      const sent = await fetchRange({ port: program.port, url, start, cookie });
      if (!sent.equals(bytes.subarray(start, start + rangeBytes)))
        throw new Error(`${name} sent other bytes`);
    }
  }
  return await compareServers({ targets, connections: [1, 10, 50], rounds: 12, seconds: 0.4 });
}

/**
 * `name` against `beside` over ten connections, medians: ratio of ranges per second, and of processor time per range. NaN if
 * not measured.
 */
export function besideOf(
  ranges: readonly Comparison[],
  name: string,
  beside: string,
): { rate: number; processor: number } {
  const roundsOf = (target: string) =>
    ranges.find((each) => each.connections === 10 && each.target === target)?.rounds ?? [];
  const others = roundsOf(beside);
  const ratio = (of: (load: Load) => number | null) =>
    median(
      roundsOf(name).map((load, round) => {
        const other = others[round];
        return (of(load) ?? Number.NaN) / ((other && of(other)) ?? Number.NaN);
      }),
    );
  return { rate: ratio(({ perSecond }) => perSecond), processor: ratio(({ serverUs }) => serverUs) };
}

async function fetchRange(o: {
  port: number;
  url: string;
  start: number;
  cookie: string | undefined;
}): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const headers = {
    Range: `bytes=${o.start}-${o.start + rangeBytes - 1}`,
    ...(o.cookie ? { Cookie: o.cookie } : {}),
  };
  request({ host: "127.0.0.1", port: o.port, path: o.url, headers, agent: false }, (response) => {
    buffer(response).then(resolve, reject);
  })
    .on("error", reject)
    .end();
  return promise;
}

/**
 * Starts nginx on a loopback port with the folder `root` as its site and everything of its own in `folder`; null
 * where it is not installed. One process as the user of the bench, as the other servers have one. With `mugen`, the port of
 * one that lets nginx send the files of `root`, it stands in front of that as `docs/nginx.md` has it.
 */
async function startNginx(o: {
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
    ? await documentedNginx({ apps: [o.mugen], port, files: o.root, cache })
    : `server { listen 127.0.0.1:${port}; root ${o.root}; max_ranges 1; }`;
  // tcp_nopush would delay the end of a small range; keepalive_requests would close connections.
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
