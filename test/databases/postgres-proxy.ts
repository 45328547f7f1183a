import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listen } from "../listen.ts";

/** What happens to a connection that sends `begin`. */
type AtBegin = "pass" | "cut" | "stall";

export interface PostgresProxy {
  /** Of the database behind. */
  url: string;
  /** For every `begin` from now on; a stalled connection stays silent. */
  atBegin(what: AtBegin): void;
  /** All open connections pass nothing any more, and neither end hears of it. */
  silence(): void;
  /** Ends all connections, new ones too, until `false`. */
  setAway(isAway: boolean): void;
  /** New connections reach the Postgres of `url`. */
  pointTo(url: string): void;
  opened(): number;
  close(): Promise<void>;
}

/** Starts a TCP proxy before the Postgres of `url`, to break connections as a server never does. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  let target = new URL(url);
  const connections = new Set<{ sockets: Socket[]; isSilent: boolean }>();
  let opened = 0;
  let atBegin: AtBegin = "pass";
  let isAway = false;
  const endAll = () => {
    for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    opened += 1;
    if (isAway) {
      client.on("error", () => {}).destroy();
      return;
    }
    const database = connect(Number(target.port || 5432), target.hostname);
    const connection = { sockets: [client, database], isSilent: false };
    connections.add(connection);
    client.on("data", (chunk) => {
      if (atBegin !== "pass" && chunk.includes("begin")) {
        if (atBegin === "cut") client.destroy();
        else connection.isSilent = true;
      }
      if (!connection.isSilent && !client.destroyed) database.write(chunk);
    });
    database.on("data", (chunk) => {
      if (!connection.isSilent) client.write(chunk);
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      socket.on("error", () => {});
      socket.on("close", () => {
        if (!connection.isSilent) other.destroy();
      });
    }
  });
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${await listen(server)}`;
  return {
    url: proxied.href,
    atBegin(what) {
      atBegin = what;
    },
    silence() {
      for (const connection of connections) connection.isSilent = true;
    },
    setAway(value) {
      isAway = value;
      if (isAway) endAll();
    },
    pointTo(next) {
      target = new URL(next);
    },
    opened: () => opened,
    async close() {
      if (!server.listening) return;
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
