/** How long (ms) this program waits for Postgres, each time, before it gives up a connection or a statement. */
export const postgresTimeouts = {
  /** Until a connection is there: a new one, or one of a pool whose connections are all in use. */
  connect: 10_000,
  /** `begin`, which does no work: who does not answer it has no database behind it. */
  begin: 5000,
  /** A statement of the program, waiting for locks included; then Postgres cancels it. */
  statement: 15_000,
  /** An answer: longer than a statement may take, so that a connection without one has gone silent. It is closed. */
  answer: 18_000,
  /** `rollback`; after it the connection is closed instead, which rolls back too. */
  rollback: 2000,
  /** Between two questions to a connection that only listens. */
  heartbeat: 10_000,
};

/**
 * Options of every connection to Postgres that runs statements of bounded length: a connection that fails or goes silent
 * without being closed fails its statement, so that its pool replaces it.
 */
export const connectionLimits = {
  connectionTimeoutMillis: postgresTimeouts.connect,
  query_timeout: postgresTimeouts.answer,
  keepAlive: true,
  keepAliveInitialDelayMillis: postgresTimeouts.heartbeat,
};
