import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createS3Client, type S3Client } from "#app/features/storage/s3/s3-client.server.ts";

/** What happens instead of, or besides, the answer. */
type Fault = "500" | "403" | "no answer" | "cut" | "stall";

/** A real S3 server behind a proxy that fails when told. */
export interface TestBucket {
  /** `S3_…` of the program. */
  settings: {
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_REGION: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  calls: string[];
  /** For the next calls, one each; null for success. */
  faults: (Fault | null)[];
  /** Readable by others. The server lets all read: the proxy refuses unsigned requests. */
  isPublic: boolean;
  stop(): Promise<void>;
}

export const s3ClientFor = (
  settings: TestBucket["settings"],
  o: { secretAccessKey?: string; bucket?: string; calls?: Parameters<typeof createS3Client>[1] } = {},
): S3Client =>
  createS3Client(
    {
      endpoint: settings.S3_ENDPOINT,
      bucket: o.bucket ?? settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: o.secretAccessKey ?? settings.S3_SECRET_ACCESS_KEY,
    },
    o.calls,
  );

/** Starts a server with empty buckets "mugen" and "mugen-backup", and the proxy. */
export async function startS3Server(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), "s3-server-"));
  const { child, port } = await startProcess(directory);
  const bucket: Pick<TestBucket, "calls" | "faults" | "isPublic"> = {
    calls: [],
    faults: [],
    isPublic: false,
  };
  const proxy = createServer((incoming, outgoing) => pass(port, bucket, incoming, outgoing));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return Object.assign(bucket, {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${portOf(proxy)}`,
      S3_BUCKET: "mugen",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      child.stdin?.end();
      await once(child, "exit");
      await rm(directory, { recursive: true, force: true });
    },
  });
}

async function startProcess(directory: string): Promise<{ child: ChildProcess; port: number }> {
  const program = fileURLToPath(new URL("s3-process.mjs", import.meta.url));
  // Its listings need a cipher that OpenSSL calls legacy.
  const args = ["--openssl-legacy-provider", program, directory, "mugen", "mugen-backup"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { child, port: Number(port) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function pass(
  port: number,
  bucket: Pick<TestBucket, "calls" | "faults" | "isPublic">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, url = "", headers } = incoming;
  bucket.calls.push(`${method} ${url}`);
  const fault = bucket.faults.shift() ?? null;
  const isSigned = headers.authorization !== undefined || url.includes("X-Amz-Signature=");
  if (fault === "no answer") return;
  const isRefused = !isSigned && !bucket.isPublic;
  if (fault === "500" || fault === "403" || isRefused) {
    incoming.resume();
    outgoing.writeHead(fault === "500" ? 500 : 403).end();
    return;
  }
  const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === "cut" || fault === "stall") void sendHalf(answer, outgoing, fault);
    else answer.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}

async function sendHalf(answer: IncomingMessage, outgoing: ServerResponse, then: "cut" | "stall") {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const whole = Buffer.concat(parts);
  outgoing.write(whole.subarray(0, whole.length / 2), () => then === "cut" && outgoing.destroy());
}
