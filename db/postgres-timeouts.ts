export const postgresTimeouts = {
  /** For a connection, new or from a busy pool. */
  connect: 10_000,
  /** `begin` does no work: without an answer there is no database behind. */
  begin: 5000,
  /** With waits for locks; then Postgres cancels it. */
  statement: 15_000,
  /** Longer than a statement: such a connection has gone silent, and is closed. */
  answer: 18_000,
  /** Then the connection is closed, which rolls back too. */
  rollback: 2000,
  heartbeat: 10_000,
};

/**
 * For all connections with bounded statements: one that fails or goes silent fails its statement, so that its pool replaces it.
 */
export const connectionLimits = {
  connectionTimeoutMillis: postgresTimeouts.connect,
  query_timeout: postgresTimeouts.answer,
  keepAlive: true,
  keepAliveInitialDelayMillis: postgresTimeouts.heartbeat,
};
